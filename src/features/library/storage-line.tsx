// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useState } from 'react';
import type { Scope } from '#contract/ids.ts';
import { readStorage } from '#contract/library.ts';
import { storageText } from '#contract/text/library-page.ts';
import { StorageBar } from '#ui/lane-bar.tsx';
import { useMe, useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { formatBytes } from '#app/format/format.ts';

/** Used and total storage of the person's plan, or of the organization that they act for. */
export function StorageLine() {
  const me = useMe();
  const scope = useScope();
  if (!me) return null;
  return scope === me.scope ? (
    <Bar used={me.storageUsed} size={me.storageSize} />
  ) : (
    <OrganizationStorage key={scope} scope={scope} />
  );
}

/**
 * An organization has no own row with its storage: the last answer is shown, and fetched again after each change of the
 * organization's rows, also by another admin. Source: decision 0050.
 */
function OrganizationStorage({ scope }: { scope: Scope }) {
  const { answer, reload } = useAnswer(readStorage, {}, { scope });
  const version = useLive(async (db) => (await db.sync.get('sync'))?.versions[scope], [scope]);
  const [shown, setShown] = useState(version);
  if (version !== shown) {
    setShown(version);
    if (shown !== undefined) reload();
  }
  return answer ? <Bar used={answer.storageUsed} size={answer.storageSize} /> : null;
}

function Bar({ used, size }: { used: number; size: number }) {
  if (size === 0) return null;
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
}
