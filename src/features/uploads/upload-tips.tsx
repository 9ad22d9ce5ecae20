// Remembering its parts would take more code than drawing them again.
'use no memo';

import { useLiveQuery } from 'dexie-react-hooks';
import { uploadTipText } from '#contract/text/library-page.ts';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { Button } from '#ui/button.tsx';
import { ExpandIcon, InfoIcon } from '#ui/icons.ts';
import { useMediaLimit } from './media-limit.ts';

const KEY = 'hideTips:upload';

/** What may be uploaded; hidden for good on this device when the person says so. Source: creator-content §5, T-29. */
export function UploadTips() {
  const { value, unit } = useMediaLimit();
  const isHidden = useLiveQuery(async () => (await readDeviceSetting<boolean>(KEY)) ?? false, []);
  if (isHidden !== false) return null;
  return (
    <details className="upload-tips">
      <summary className="upload-tips__summary"><InfoIcon className="icon-s" />{uploadTipText.heading}<ExpandIcon className="icon-s upload-tips__mark" /></summary>
      <ul className="upload-tips__list">{uploadTipText.tips(value, unit).map((tip) => <li key={tip}>{tip}</li>)}</ul>
      <Button variant="ghost" size="m" onClick={() => void writeDeviceSetting(KEY, true)}>{uploadTipText.hide}</Button>
    </details>
  );
}
