import { syncStorageText } from '#contract/text/sync-storage.ts';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { tellsNetwork } from '#store/uploads/wifi-only.ts';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { useLive } from '#app/data/use-live.ts';

/** Whether this device sends uploads and saves for offline watching on Wi-Fi only. Source: decision 0041, decision 0086. */
export function WifiSection() {
  const isOn = useLive(async () => (await readDeviceSetting<boolean>('uploadsOnWifiOnly')) === true, []);
  const isKnown = tellsNetwork();
  if (isOn === undefined) return null;
  return (
    <section aria-labelledby="wifi">
      <SectionHeading id="wifi">{syncStorageText.uploads}</SectionHeading>
      <Switch
        label={syncStorageText.wifiOnly}
        detail={isKnown ? syncStorageText.wifiOnlyHelp : syncStorageText.wifiUnknown}
        checked={isOn && isKnown}
        disabled={!isKnown}
        onChange={({ currentTarget }) => void writeDeviceSetting('uploadsOnWifiOnly', currentTarget.checked)}
      />
    </section>
  );
}
