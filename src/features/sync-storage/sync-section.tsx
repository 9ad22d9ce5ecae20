import { useState } from 'react';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import type { SyncFailure } from '#store/database.ts';
import { Button } from '#ui/buttons/button.tsx';
import { WaitingIcon, UploadIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Time } from '#ui/time.tsx';
import { formatBytes, formatFullDate, formatWhen } from '#app/format/format.ts';
import { useReach } from '#app/device/traffic.ts';
import { useNow } from '#app/format/use-now.ts';
import type { AccountFacts } from './account-facts.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** State of sending and pulling: the last sync, the outbox, the uploads. */
export function SyncSection({ account }: { account: AccountFacts }) {
  const { pulledAtMs, failure, waiting, refused, uploads } = account;
  const unsent = waiting + refused;
  return (
    <section className="stack" aria-labelledby="sync-state">
      <div className="board stack-s">
        <h2 id="sync-state">
          {unsent + uploads > 0 ? syncStorageText.stillWaiting(unsent, uploads) : syncStorageText.allSent}
        </h2>
        <p className="t-small t-2">
          {syncStorageText.lastSync}: {pulledAtMs ? <When atMs={pulledAtMs} isExact /> : syncStorageText.never}
        </p>
        <SyncNow />
      </div>
      {failure && <FailureNote failure={failure} />}
      <RowList labelledBy="sync-state">
        <ListRow
          title={syncStorageText.outbox}
          leading={<WaitingIcon />}
          text={<OutboxWords account={account} />}
          href="/outbox"
        />
        <ListRow
          title={syncStorageText.uploads}
          leading={<UploadIcon />}
          href="/outbox"
          text={
            uploads > 0
              ? syncStorageText.uploadsLeft(uploads, formatBytes(account.uploadBytesLeft))
              : syncStorageText.noUploads
          }
        />
      </RowList>
    </section>
  );
}

function OutboxWords({ account: { waiting, refused, oldestQueuedAtMs } }: { account: AccountFacts }) {
  if (oldestQueuedAtMs === null) return syncStorageText.outboxEmpty;
  const counts = [
    waiting > 0 && syncStorageText.outboxWaiting(waiting),
    refused > 0 && syncStorageText.outboxRefused(refused),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      {counts}. {syncStorageText.oldest('')}
      <When atMs={oldestQueuedAtMs} />
    </>
  );
}

/** "3 minutes ago"; with `isExact` after the time of day. */
function When({ atMs, isExact }: { atMs: number; isExact?: boolean }) {
  const nowMs = useNow();
  const iso = new Date(atMs).toISOString();
  const age = formatWhen(iso, Math.max(nowMs, atMs));
  return (
    <Time iso={iso} full={formatFullDate}>
      {isExact ? `${clock.format(atMs)}, ${age}` : age}
    </Time>
  );
}

const reasonOf = ({ code }: SyncFailure): string => {
  if (code === 'net.offline') return syncStorageText.why.offline;
  return code.startsWith('session.') ? syncStorageText.why.session : syncStorageText.why.other(code);
};

function FailureNote({ failure }: { failure: SyncFailure }) {
  const nowMs = useNow();
  const when = formatWhen(new Date(failure.atMs).toISOString(), Math.max(nowMs, failure.atMs));
  return (
    <Note tone="warn" role="status">
      {syncStorageText.lastTryFailed(when, reasonOf(failure))}
    </Note>
  );
}

function SyncNow() {
  // Where there is a network this is the way to try again, whatever the last round met.
  const isOffline = useReach() === 'offline';
  const [isBusy, setBusy] = useState(false);
  const sync = async () => {
    setBusy(true);
    try {
      const { kickSync } = await import('#workers/sync.ts');
      await kickSync();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="chalk"
        size="m"
        className="sync-storage__now"
        busy={isBusy && syncStorageText.syncing}
        disabled={isOffline}
        aria-describedby={isOffline ? 'sync-offline' : undefined}
        onClick={() => void sync()}
      >
        {syncStorageText.syncNow}
      </Button>
      {isOffline && (
        <p id="sync-offline" className="t-small t-2">
          {syncStorageText.offline}
        </p>
      )}
    </>
  );
}
