import { useState, type ReactNode } from 'react';
import { entryLabel, refusedSentence } from '#contract/text/outbox-entry.ts';
import { outboxText } from '#contract/text/outbox.ts';
import { commonText } from '#contract/text/common.ts';
import type { AccountDatabase, OutboxEntry } from '#store/database.ts';
import { retryEntry } from '#store/outbox/drain.ts';
import { heldKeys } from '#store/outbox/entry-rows.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { correctDeviceMs } from '#store/server-time.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ProblemIcon, RefreshIcon, WaitingIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { Time } from '#ui/time.tsx';
import { useAccount } from '#app/data/account.ts';
import { readEntryName } from '#app/data/entry-name.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { OwnList } from '#app/lists/own-list.tsx';
import { kick, useNeedsSignIn, useOnline } from '#app/device/traffic.ts';
import { useLive } from '#app/data/use-live.ts';
import { useNow } from '#app/format/use-now.ts';
import { waitingReason } from './waiting-reason.ts';
import './outbox.css';

interface Row {
  entry: OutboxEntry;
  name: string | undefined;
  /** True if an earlier change of the same row must be sent first. */
  isBehind: boolean;
}

/** All unsent changes, oldest first. */
const readRows = async (db: AccountDatabase): Promise<Row[]> => {
  const entries = (await db.outbox.orderBy('order').toArray()).filter((entry) => entry.state !== 'sent');
  const before = new Set<string>();
  const rows: Row[] = [];
  for (const entry of entries) {
    rows.push({ entry, name: await readEntryName(db, entry), isBehind: entry.keys.some((key) => before.has(key)) });
    for (const key of heldKeys(entry)) before.add(key);
  }
  return rows;
};

export interface OutboxScreenProps {
  /** Unfinished uploads as tiles; null if there are none. */
  uploads: ReactNode;
}

/** Changes that wait, are being sent, or were refused. Source: D-360, D-362. */
export function OutboxScreen({ uploads }: OutboxScreenProps) {
  const rows = useLive(readRows, []);
  const [discarding, setDiscarding] = useState<string>();
  return (
    <ListPage
      title={outboxText.title}
      className="outbox"
      overlays={<DiscardDialog id={discarding} onClose={() => setDiscarding(undefined)} />}
    >
      <SignInNote />
      <OwnList
        rows={rows}
        shape="row"
        age={false}
        empty={
          !uploads && (
            <EmptyState drawing="quiet" level={2} title={outboxText.emptyTitle}>
              {outboxText.empty} {outboxText.emptyHelp}
            </EmptyState>
          )
        }
      >
        {(entries) => <Entries entries={entries} onDiscard={setDiscarding} />}
      </OwnList>
      {uploads}
    </ListPage>
  );
}

function Entries({ entries, onDiscard }: { entries: readonly Row[]; onDiscard: (id: string) => void }) {
  const refused = entries.filter(({ entry }) => entry.state === 'refused');
  const waiting = entries.filter(({ entry }) => entry.state === 'waiting');
  return (
    <>
      {refused.length > 0 && (
        <section aria-labelledby="outbox-refused">
          <h2 id="outbox-refused" className="t-h3 outbox__heading">
            {outboxText.refused}
          </h2>
          <RowList labelledBy="outbox-refused">
            {refused.map((row) => (
              <EntryRow key={row.entry.id} row={row} onDiscard={onDiscard} />
            ))}
          </RowList>
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="outbox-waiting">
          <div className="between">
            <h2 id="outbox-waiting" className="t-h3 outbox__heading">
              {outboxText.waiting}
            </h2>
            <SendNow />
          </div>
          <RowList labelledBy="outbox-waiting" ordered>
            {waiting.map((row) => (
              <EntryRow key={row.entry.id} row={row} onDiscard={onDiscard} />
            ))}
          </RowList>
        </section>
      )}
    </>
  );
}

function DiscardDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { db } = useAccount();
  return (
    <LazyConfirmDialog
      open={id !== undefined}
      danger
      title={outboxText.discardTitle}
      description={outboxText.discardBody}
      confirmLabel={outboxText.discard}
      onCancel={onClose}
      onConfirm={() => {
        if (id) void discard(db, id);
        onClose();
      }}
    />
  );
}

function SignInNote() {
  const needsSignIn = useNeedsSignIn();
  if (!needsSignIn) return null;
  return (
    <Note
      tone="warn"
      role="alert"
      action={
        <Button variant="outline" size="m" href="/sign-in?next=/outbox">
          {commonText.signIn}
        </Button>
      }
    >
      {outboxText.needsSignIn}
    </Note>
  );
}

/** Retries everything now, without the retry delays. */
function SendNow() {
  const { db } = useAccount();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await db.outbox.where('state').equals('waiting').modify({ nextAttemptAtMs: 0 });
      const { kickSync } = await import('#workers/sync.ts');
      await kickSync();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="tonal"
        size="m"
        busy={isBusy && outboxText.sendNowBusy}
        disabled={!isOnline}
        aria-describedby={isOnline ? undefined : 'outbox-offline'}
        onClick={() => void send()}
      >
        {outboxText.sendNow}
      </Button>
      {!isOnline && (
        <span id="outbox-offline" className="visually-hidden">
          {outboxText.offline}
        </span>
      )}
    </>
  );
}

const icons = {
  refused: <ProblemIcon className="outbox__problem" />,
  sending: <RefreshIcon />,
  waiting: <WaitingIcon />,
} as const;

/** Words to other people in a change: of a refused one they are shown, since no other screen has them any more. */
const writtenIn = ({ input }: OutboxEntry): string | undefined => {
  const { comment, answer } = input;
  return [comment, answer].find((text): text is string => typeof text === 'string' && text !== '');
};

function EntryRow({ row: { entry, name, isBehind }, onDiscard }: { row: Row; onDiscard: (id: string) => void }) {
  const { db } = useAccount();
  const isOnline = useOnline();
  const isRefused = entry.state === 'refused';
  const nowMs = useNow();
  const made = new Date(correctDeviceMs(entry.queuedAtMs, entry.queuedAfterServerMs, nowMs)).toISOString();
  const label = entryLabel(entry.call, name);
  const { icon, words } = isRefused
    ? { icon: 'refused' as const, words: refusedSentence(entry.call, entry.problem?.message) }
    : waitingReason(entry, { isOnline, isBehind });
  const written = writtenIn(entry);
  const retry = async () => {
    await retryEntry(db, entry.id);
    kick();
  };
  return (
    <ListRow
      title={label}
      align="start"
      leading={icons[icon]}
      text={
        isRefused && written ? (
          <>
            {words} <span className="outbox__written">{outboxText.wrote(written)}</span>
          </>
        ) : (
          words
        )
      }
      time={
        <Time iso={made} full={formatFullDate}>
          {outboxText.made} {formatWhen(made, nowMs)}
        </Time>
      }
      trailing={
        <RowMenu
          name={label}
          items={[
            { label: outboxText.retry, icon: <RefreshIcon />, onSelect: () => void retry() },
            { label: outboxText.discard, danger: true, icon: <ProblemIcon />, onSelect: () => onDiscard(entry.id) },
          ]}
        />
      }
    />
  );
}
