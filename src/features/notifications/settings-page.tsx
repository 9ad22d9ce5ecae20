import { useEffect, useState } from 'react';
import { changeSettings } from '#contract/notifications.ts';
import { FREQUENCIES, NOTIFICATION_TYPES, type Me } from '#contract/rows.ts';
import { notificationSettingsText } from '#contract/text/notifications-settings.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { goBack } from '#app/navigation/back.ts';
import {
  confirmPushState,
  DEVICE_REFRESH_MS,
  readPushState,
  startPush,
  stopPush,
  type PushState,
} from '#app/device/push.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAct } from '#app/data/use-act.ts';
import { recipientOf } from '#store/notices.ts';
import { UnreachableNote } from './unreachable-note.tsx';

type NotificationType = (typeof NOTIFICATION_TYPES)[number];
const frequencyOptions = FREQUENCIES.map((value) => ({ value, label: notificationSettingsText.frequencies[value] }));

/** Push on this device, and how often each kind is sent. Source: NOT-016…NOT-020, D-164. */
export function SettingsPage() {
  usePageTitle(notificationSettingsText.settings);
  const me = useMe();
  return (
    <>
      <AppBar title={notificationSettingsText.settings} back={goBack} />
      <main id="main" className="page stack">
        <PushSwitch />
        {me && <Preferences me={me} />}
      </main>
    </>
  );
}

/** Permission is requested by this tap only, never on load. */
function PushSwitch() {
  const account = useAccount();
  const [state, setState] = useState<PushState>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void readPushState().then(setState);
  }, []);
  const change = async (isOn: boolean) => {
    setBusy(true);
    try {
      if (isOn) await startPush(account);
      else await stopPush(account);
    } catch {
      showToast({ text: notificationSettingsText.pushFailed, kind: 'failure' });
    } finally {
      setState(await readPushState());
      // Source: NOT-031, D-167. If the server cannot be reached, the browser's own state stays.
      setTimeout(() => void confirmPushState(account).then(setState, () => {}), DEVICE_REFRESH_MS);
      setBusy(false);
    }
  };
  if (!state) return null;
  return (
    <Switch
      label={notificationSettingsText.pushTitle}
      detail={notificationSettingsText.pushHelp[state]}
      checked={state === 'on'}
      disabled={isBusy || state === 'denied' || state === 'unsupported'}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}

function Preferences({ me }: { me: Me }) {
  const act = useAct();
  const prefix = recipientOf(me);
  const types = NOTIFICATION_TYPES.filter((type) => type.startsWith(prefix));
  const { isEnabled, isMailed = true, frequencies } = me.notificationSettings;
  const change = (input: {
    isEnabled?: boolean;
    isMailed?: boolean;
    notificationTypeName?: NotificationType;
    frequency?: (typeof FREQUENCIES)[number];
  }) => void act(changeSettings, input, { scope: me.scope });
  return (
    <>
      {me.unreachableEmail && <UnreachableNote email={me.unreachableEmail} scope={me.scope} />}
      <Switch
        label={notificationSettingsText.allTitle}
        checked={isEnabled}
        onChange={(event) => change({ isEnabled: event.target.checked })}
      />
      <Switch
        label={notificationSettingsText.mailTitle}
        detail={notificationSettingsText.mailHelp}
        checked={isMailed}
        disabled={!isEnabled}
        onChange={(event) => change({ isMailed: event.target.checked })}
      />
      <p className="t-small">{notificationSettingsText.digestHelp}</p>
      {types.map((type) => (
        <Select
          key={type}
          label={notificationSettingsText.typeNames[type]}
          options={frequencyOptions}
          value={frequencies[type] ?? 'immediately'}
          disabled={!isEnabled}
          onChange={(frequency) => change({ notificationTypeName: type, frequency })}
        />
      ))}
    </>
  );
}
