// Remembering its parts would take more code than drawing them again.
'use no memo';

import { useSyncExternalStore } from 'react';
import { uploadTipText } from '#contract/text/library-page.ts';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { Button } from '#ui/button.tsx';
import { ExpandIcon, InfoIcon } from '#ui/icons.ts';
import { SharedRead } from '../../app/shared-read.ts';
import { useMediaLimit } from './media-limit.ts';

const KEY = 'hideTips:upload';

const readHidden = async () => (await readDeviceSetting<boolean>(KEY)) ?? false;
const hidden = new SharedRead(readHidden);
/** Resolves when it is known whether the tips are shown: a screen that waits for it does not move down later. */
export const tipsKnown = readHidden().then(hidden.take, () => {});

/** What may be uploaded; hidden for good on this device when the person says so. Source: creator-content §5, T-29. */
export function UploadTips() {
  const { value, unit } = useMediaLimit();
  const isHidden = useSyncExternalStore(hidden.subscribe, () => hidden.value);
  if (isHidden !== false) return null;
  return (
    <details className="upload-tips">
      <summary className="upload-tips__summary"><InfoIcon className="icon-s" />{uploadTipText.heading}<ExpandIcon className="icon-s upload-tips__mark" /></summary>
      <ul className="upload-tips__list">{uploadTipText.tips(value, unit).map((tip) => <li key={tip}>{tip}</li>)}</ul>
      <Button variant="ghost" size="m" onClick={() => void writeDeviceSetting(KEY, true)}>{uploadTipText.hide}</Button>
    </details>
  );
}
