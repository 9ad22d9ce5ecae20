import { useState } from 'react';
import { testDevice } from '#contract/devices.ts';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import { CallError } from '#store/api.ts';
import { readDeviceSetting } from '#store/device.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ForwardIcon, NotificationsIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import type { PushState } from '#app/device/push.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { hasArrived } from './await-push.ts';

interface Outcome {
  tone: 'success' | 'warn';
  text: string;
}

/** Push state of this device, and an end-to-end test: server, push service, service worker. */
export function PushSection({ push }: { push: PushState }) {
  const call = useOnlineCall();
  const waitReason = useWaitReason(syncStorageText.testOffline);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const test = async () => {
    setBusy(true);
    setOutcome(undefined);
    setOutcome(await sendTest(call));
    setBusy(false);
  };
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
                busy={isBusy && syncStorageText.testing}
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
        {outcome && (
          <li className="sync-storage__outcome">
            <Note tone={outcome.tone} role="status">
              {outcome.text}
            </Note>
          </li>
        )}
      </RowList>
    </section>
  );
}

const sendTest = async (call: ReturnType<typeof useOnlineCall>): Promise<Outcome> => {
  try {
    const registrationId = await readDeviceSetting<string>('pushRegistrationId');
    if (!registrationId) return { tone: 'warn', text: syncStorageText.testUnknown };
    const { id } = await call(testDevice, { registrationId });
    return (await hasArrived(id))
      ? { tone: 'success', text: syncStorageText.testArrived }
      : { tone: 'warn', text: syncStorageText.testMissing };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 404) return { tone: 'warn', text: syncStorageText.testUnknown };
    return { tone: 'warn', text: error.kind === 'offline' ? syncStorageText.testOffline : failureText(error) };
  }
};
