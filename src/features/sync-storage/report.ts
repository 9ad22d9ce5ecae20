import type { AccountFacts } from './account-facts.ts';
import type { DeviceFacts } from './device-facts.ts';

export interface ReportFacts {
  account: AccountFacts;
  device: DeviceFacts;
  version: string;
  browser: string;
  isOnline: boolean;
  nowMs: number;
}

const time = (ms: number | null): string => (ms === null ? 'never' : new Date(ms).toISOString());
const maybe = (value: boolean | number | undefined): string => (value === undefined ? 'unknown' : String(value));

/**
 * The page's figures as plain text for support: calls, counts, bytes and times only. No input, no names, no ids and no
 * tokens.
 */
export const writeReport = ({ account, device, version, browser, isOnline, nowMs }: ReportFacts): string => {
  const calls = Object.entries(account.unsentCalls)
    .map(([call, count]) => `${call} x${count}`)
    .join(', ');
  const lines: [string, string][] = [
    ['Sideline', version],
    ['Time', time(nowMs)],
    ['Browser', browser],
    ['Installed', maybe(device.isInstalled)],
    ['Online', maybe(isOnline)],
    ['Last sync', time(account.pulledAtMs)],
    ['Last failure', account.failure ? `${account.failure.code} at ${time(account.failure.atMs)}` : 'none'],
    [
      'Rebuild under way',
      account.repair ? `since ${time(account.repair.startedAtMs)}, ${account.repair.rows} rows` : 'no',
    ],
    ['Changes waiting', String(account.waiting)],
    ['Changes refused', String(account.refused)],
    ['Oldest change', time(account.oldestQueuedAtMs)],
    ['Unsent calls', calls || 'none'],
    ['Uploads', `${account.uploads}, ${account.failedUploads} failed, ${account.uploadBytesLeft} bytes left`],
    ['Unsent files, bytes', String(account.unsentBytes)],
    ['Saved for offline', `${account.savedItems}, ${account.savedBytes} bytes`],
    ['Storage used, bytes', maybe(device.usedBytes)],
    ['Storage allowed, bytes', maybe(device.allowedBytes)],
    ['Storage persistent', maybe(device.isPersistent)],
    ['Push', device.push],
    ['Service worker controls', maybe(device.isControlled)],
    ['Background sync', maybe(device.hasBackgroundSync)],
    ['Update waiting', maybe(device.isUpdateWaiting)],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n');
};
