import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceDatabase, readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { clearPage, freshAccount, person, show } from '#app/data/signed-in.fixtures.tsx';
import { followTheme } from '#app/device/theme.ts';
import { AppearanceSection } from './appearance-section.tsx';
import '../../../styles/tokens.css';
import '../../../styles/base.css';

const choice = (name: string) => page.getByRole('radio', { name, exact: true });
/** What is pressed: the radio itself is not seen. */
const label = (name: string) => page.getByText(name, { exact: true });
const shown = () => ({
  theme: document.documentElement.dataset['theme'],
  copy: localStorage.getItem('sideline:theme'),
  isDark: getComputedStyle(document.documentElement).colorScheme === 'dark',
  bars: [...document.querySelectorAll<HTMLMetaElement>('[data-test-bar]')].map(({ content }) => content),
});
const LIGHT_BARS = ['#f3f5ef', '#f3f5ef', 'light'];
const DARK_BARS = ['#07130e', '#07130e', 'dark'];

/** As index.html does: what the browser draws in colours of the theme, and the script before the first paint. */
beforeAll(async () => {
  for (const [name, content] of [
    ['theme-color', '#f3f5ef'],
    ['theme-color', '#07130e'],
    ['color-scheme', 'light dark'],
  ] as const) {
    const bar = Object.assign(document.createElement('meta'), { name, content });
    bar.dataset['testBar'] = '';
    document.head.append(bar);
  }
  localStorage.removeItem('sideline:theme');
  const script = Object.assign(document.createElement('script'), { src: '/theme.js' });
  document.head.append(script);
  await new Promise((loaded) => {
    script.addEventListener('load', loaded);
  });
  followTheme();
});
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
});
afterEach(async () => {
  clearPage();
  await deviceDatabase.settings.delete('theme');
  localStorage.removeItem('sideline:theme');
});

test('D-365 the appearance is chosen per device, shown at once, and kept for the next start', async () => {
  expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(false);
  show(<AppearanceSection />);
  await expect.element(choice('System')).toBeChecked();
  expect(shown()).toMatchObject({ theme: 'light', isDark: false, bars: LIGHT_BARS });
  await label('Dark').click();
  await expect.element(choice('Dark')).toBeChecked();
  await expect.poll(shown).toEqual({ theme: 'dark', copy: 'dark', isDark: true, bars: DARK_BARS });
  expect(await readDeviceSetting('theme')).toBe('dark');
  await label('System').click();
  await expect.poll(shown).toEqual({ theme: 'light', copy: 'system', isDark: false, bars: LIGHT_BARS });
});

test('where the browser has evicted the database alone, the choice is that of the copy', async () => {
  await writeDeviceSetting('theme', 'dark');
  await expect.poll(shown).toMatchObject({ theme: 'dark', copy: 'dark' });
  await deviceDatabase.settings.delete('theme');
  show(<AppearanceSection />);
  await expect.element(choice('Dark')).toBeChecked();
  expect(shown()).toMatchObject({ theme: 'dark', copy: 'dark' });
});
