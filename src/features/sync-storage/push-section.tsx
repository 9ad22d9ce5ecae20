import { useState } from 'react';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ForwardIcon, NotificationsIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useAccount } from '#app/data/account.ts';
import { startPush, type PushState } from '#app/device/push.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { mayRegisterAgain, sendTest } from './send-test.ts';

interface Outcome {
  isGood: boolean;
  text: string;
  /** Turning push on again helps. */
  mayTurnOn: boolean;
}

/** Push state of this device, and an end-to-end test that names the step that failed: server, push service, service worker. */
export function PushSection({ push }: { push: PushState }) {
  const call = useOnlineCall();
  const account = useAccount();
  const waitReason = useWaitReason(syncStorageText.testOffline);
  const [busy, setBusy] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const run = async (label: string, work: () => Promise<Outcome>) => {
    setBusy(label);
    setOutcome(undefined);
    setOutcome(await work());
    setBusy(undefined);
  };
  const test = () =>
    run(syncStorageText.testing, async () => {
      const sent = await sendTest(call);
      return { isGood: sent.step === 'arrived', text: sent.text, mayTurnOn: mayRegisterAgain(sent) };
    });
  const turnOn = () =>
    run(syncStorageText.turningOn, async () => {
      const isOn = (await startPush(account).catch(() => 'off')) === 'on';
      const text = isOn ? syncStorageText.turnedOn : syncStorageText.turnOnFailed;
      return { isGood: isOn, text, mayTurnOn: !isOn };
    });
  const facts = {
    title: syncStorageText.pushOnDevice,
    leading: <NotificationsIcon />,
    text: syncStorageText.pushStates[push],
  };
  return (
    <section aria-labelledby="push">
      <SectionHeading id="push">{syncStorageText.push}</SectionHeading>
      <RowList labelledBy="push">
        {push !== 'on' && <ListRow {...facts} href="/notification-settings" trailing={<ForwardIcon />} />}
        {push === 'on' && (
          <ListRow
            {...facts}
            trailing={
              <Button
                variant="tonal"
                size="m"
                busy={busy}
                disabled={waitReason !== undefined}
                aria-describedby={waitReason && 'test-offline'}
                onClick={() => void test()}
              >
                {syncStorageText.test}
              </Button>
            }
          />
        )}
        {push === 'on' && waitReason && (
          <li id="test-offline" className="sync-storage__outcome t-small t-2">
            {waitReason}
          </li>
        )}
        {outcome && <OutcomeNote outcome={outcome} onTurnOn={() => void turnOn()} />}
      </RowList>
    </section>
  );
}

function OutcomeNote({ outcome, onTurnOn }: { outcome: Outcome; onTurnOn: () => void }) {
  const again = (
    <Button size="m" variant="tonal" onClick={onTurnOn}>
      {syncStorageText.turnOnAgain}
    </Button>
  );
  return (
    <li className="sync-storage__outcome">
      <Note tone={outcome.isGood ? 'success' : 'warn'} role="status" action={outcome.mayTurnOn && again}>
        {outcome.text}
      </Note>
    </li>
  );
}
