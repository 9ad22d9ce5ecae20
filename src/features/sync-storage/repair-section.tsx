import { useState } from 'react';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import type { RepairResult } from '#store/sync/repair.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LaneBar } from '#ui/charts/lane-bar.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useAccount } from '#app/data/account.ts';
import { formatCount } from '#app/format/format.ts';
import { kick } from '#app/device/traffic.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import type { AccountFacts } from './account-facts.ts';

/** Repair: pulls all data from the server again, if there is no unsent work. */
export function RepairSection({ account }: { account: AccountFacts }) {
  const waitReason = useWaitReason(syncStorageText.rebuildOffline);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, result, rebuild } = useRebuild();
  const { repair, waiting, refused, uploads } = account;
  const isUnsent = waiting + refused + uploads > 0;
  const help = isUnsent ? 'repair-unsent' : waitReason && 'repair-offline';
  return (
    <section className="stack-s" aria-labelledby="repair">
      <SectionHeading id="repair">{syncStorageText.repair}</SectionHeading>
      <p className="t-small t-2">{syncStorageText.repairHelp}</p>
      {isUnsent && (
        <Note
          tone="warn"
          action={
            <Button variant="outline" size="m" href="/outbox">
              {syncStorageText.openOutbox}
            </Button>
          }
        >
          <span id="repair-unsent">{syncStorageText.rebuildUnsent(waiting + refused, uploads)}</span>
        </Note>
      )}
      {!isUnsent && waitReason && (
        <p id="repair-offline" className="t-small">
          {waitReason}
        </p>
      )}
      {repair && <Progress rows={repair.rows} isBusy={isBusy} />}
      {result && !repair && <ResultNote result={result} />}
      <Button
        variant="outline"
        busy={isBusy && syncStorageText.rebuilding}
        disabled={isUnsent || waitReason !== undefined}
        aria-describedby={help}
        onClick={() => setAsking(true)}
      >
        {syncStorageText.rebuild}
      </Button>
      <LazyConfirmDialog
        open={isAsking}
        title={syncStorageText.rebuildTitle}
        description={syncStorageText.rebuildBody}
        confirmLabel={syncStorageText.rebuildConfirm}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void rebuild();
        }}
      />
    </section>
  );
}

/** Runs the repair. `result` is undefined while it runs and before the first run. */
const useRebuild = () => {
  const { userId } = useAccount();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<RepairResult>();
  const rebuild = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      const { repairFromServer } = await import('#store/sync/repair.ts');
      setResult(await repairFromServer(userId));
      kick();
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, result, rebuild };
};

/** Rows pulled so far. */
function Progress({ rows, isBusy }: { rows: number; isBusy: boolean }) {
  return (
    <div className="card stack-s" role="status">
      <p className="t-small">
        {isBusy ? syncStorageText.progress : syncStorageText.paused} {syncStorageText.progressRows(formatCount(rows))}
      </p>
      <LaneBar
        label={syncStorageText.progress}
        state={isBusy ? 'moving' : 'paused'}
        value={100}
        valueText={syncStorageText.progressRows(formatCount(rows))}
      />
    </div>
  );
}

/** Result of the repair. Unsent work and running syncs are already shown above. */
function ResultNote({ result }: { result: RepairResult }) {
  if (result.kind === 'done')
    return (
      <Note tone="success" role="status">
        {syncStorageText.done(formatCount(result.rows))}
      </Note>
    );
  if (result.kind === 'offline')
    return (
      <Note tone="warn" role="alert">
        {syncStorageText.wentOffline}
      </Note>
    );
  if (result.kind === 'failed')
    return (
      <Note tone="warn" role="alert">
        {syncStorageText.failed(result.message)}
      </Note>
    );
  return null;
}
