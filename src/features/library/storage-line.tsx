// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { memo } from 'react';
import { storageText } from '#contract/text/library-page.ts';
import { StorageBar } from '#ui/charts/lane-bar.tsx';
import { useStorage } from '#app/data/use-storage.ts';
import { formatBytes } from '#app/format/format.ts';

/** Used and total storage of the person's plan, or of the organization that they act for. */
export const StorageLine = memo(function StorageLine() {
  const storage = useStorage();
  if (!storage || storage.size === 0) return null;
  const { used, size } = storage;
  const words = storageText.used(formatBytes(used), formatBytes(size));
  return (
    <div className="library__storage">
      <StorageBar label={storageText.label} usedPercent={(used / size) * 100} valueText={words} />
      <p className="library__storage-line">
        <span>{words}</span>
        <a href="/storage-plan-access-fees">{storageText.plans}</a>
      </p>
    </div>
  );
});
