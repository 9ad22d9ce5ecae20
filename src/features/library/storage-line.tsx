// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { storageText } from '#contract/text/library-page.ts';
import { StorageBar } from '#ui/lane-bar.tsx';
import { useMe, useScope } from '#app/data/me.ts';
import { formatBytes } from '#app/format/format.ts';

/** Used and total storage of the person's plan. */
export function StorageLine() {
  const me = useMe();
  const scope = useScope();
  // An organization's storage is not the person's.
  if (!me || scope !== me.scope || me.storageSize === 0) return null;
  const words = storageText.used(formatBytes(me.storageUsed), formatBytes(me.storageSize));
  return (
    <div className="library__storage">
      <StorageBar label={storageText.label} usedPercent={(me.storageUsed / me.storageSize) * 100} valueText={words} />
      <p>{words}</p>
    </div>
  );
}
