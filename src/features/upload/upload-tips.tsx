// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useSyncExternalStore } from 'react';
import { uploadTipText } from '#contract/text/library-page.ts';
import { wordsHere } from '#store/background.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ExpandIcon, InfoIcon } from '#ui/icons.ts';
import { useMediaLimits } from './media-limit.ts';
import { hideTips, tipsHidden } from './tips-hidden.ts';

/** What may be uploaded. The person can hide it permanently on this device. Source: LIB-013, T-29. */
export function UploadTips() {
  const { size, length } = useMediaLimits();
  const isHidden = useSyncExternalStore(tipsHidden.subscribe, () => tipsHidden.value);
  if (isHidden !== false) return null;
  return (
    <details className="upload-tips">
      <summary className="upload-tips__summary">
        <InfoIcon className="icon-s" />
        {uploadTipText.heading}
        <ExpandIcon className="icon-s upload-tips__mark" />
      </summary>
      <ul className="upload-tips__list">
        {[...uploadTipText.tips(size, length), wordsHere(uploadTipText.leaving)].map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <Button variant="ghost" size="m" onClick={() => void hideTips()}>
        {uploadTipText.hide}
      </Button>
    </details>
  );
}
