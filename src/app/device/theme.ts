import { liveQuery } from 'dexie';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';

/** How the app looks on this device; `system` follows the setting of the device. */
export type Theme = 'system' | 'light' | 'dark';

/** localStorage: a copy of the choice, which public/theme.js reads before the first paint. */
const KEY = 'sideline:theme';

const readCopy = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** The choice of this device. Browsers evict IndexedDB alone: then the copy is what was chosen. Source: D-365, decision 0121. */
export const readTheme = async (): Promise<Theme> => {
  const choice = (await readDeviceSetting<string>('theme')) ?? readCopy();
  return choice === 'light' || choice === 'dark' ? choice : 'system';
};

/** @throws If the device could not keep it; then the app looks as before. */
export const chooseTheme = (theme: Theme): Promise<void> => writeDeviceSetting('theme', theme);

/** Shows in this page what was chosen in any tab, and copies it for the next start. */
export const followTheme = (): void => {
  const show = (theme: Theme) => {
    try {
      if ((readCopy() ?? 'system') !== theme) localStorage.setItem(KEY, theme);
    } catch {
      // Storage is switched off: the next start shows the system's theme first.
    }
    dispatchEvent(new CustomEvent('sideline:theme', { detail: theme }));
  };
  liveQuery(readTheme).subscribe({ next: show, error: () => {} });
};
