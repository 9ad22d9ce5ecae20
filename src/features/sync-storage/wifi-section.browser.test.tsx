import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceDatabase, readDeviceSetting } from '#store/device.ts';
import { clearPage, freshAccount, person, show } from '#app/data/signed-in.fixtures.tsx';
import { WifiSection } from './wifi-section.tsx';

const setting = () => page.getByRole('switch', { name: 'Use Wi-Fi only for uploads and saving' });

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
});
afterEach(async () => {
  clearPage();
  Reflect.deleteProperty(navigator, 'connection');
  await deviceDatabase.settings.delete('uploadsOnWifiOnly');
});

const connectBy = (connection: object): void =>
  void Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });

test('Wi-Fi only is a setting of the device where the browser tells its network', async () => {
  connectBy({ type: 'cellular' });
  show(<WifiSection />);
  await expect.element(setting()).not.toBeChecked();
  await setting().click();
  await expect.element(setting()).toBeChecked();
  expect(await readDeviceSetting('uploadsOnWifiOnly')).toBe(true);
});

test('where the browser does not tell its network, the setting says so and is off', async () => {
  connectBy({});
  show(<WifiSection />);
  await expect.element(setting()).toBeDisabled();
  await expect
    .element(page.getByText('This browser does not tell apps which network is in use', { exact: false }))
    .toBeVisible();
});
