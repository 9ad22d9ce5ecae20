import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { writeDeviceSetting } from '#store/device.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { grantPushes, PUSH_CONFIG, SUBSCRIPTION } from '#app/device/push-browser.fixtures.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { PushSection } from './push-section.tsx';

const network = standInNetwork();
afterAll(() => network.restore());

let browser: ReturnType<typeof grantPushes>;

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  await writeDeviceSetting('pushRegistrationId', JSON.stringify(SUBSCRIPTION));
  browser = grantPushes();
  browser.subscription = SUBSCRIPTION;
  network.answer('/devices/test', () => ({ id: 'n1', result: 'sent' }));
});
afterEach(async () => {
  await writeDeviceSetting('pushRegistrationId', undefined);
  vi.restoreAllMocks();
  clearPage();
});

const answering = (result: string) => () => network.answer('/devices/test', () => ({ id: 'n1', result }));
const refusing = (...facts: ConstructorParameters<typeof Refusal>) =>
  network.answer('/devices/test', () => {
    throw new Refusal(...facts);
  });
test.each([
  ['no permission', () => void (browser.permission = 'denied'), /^Notifications are not allowed for Sideline/, false],
  [
    'no subscription',
    () => void (browser.subscription = null),
    /^This browser has no subscription for pushes any more/,
    true,
  ],
  ['an unknown device', () => refusing(404, 'access.not_found', 'x'), /^The server does not know this device/, true],
  ['a push service that is not reached', answering('unreachable'), /^The server could not reach the push/, false],
  ['a push service that refuses', answering('refused'), /^The push service refused the test/, true],
  ['a device that is gone', answering('gone'), /^The push service does not know this device/, true],
  [
    'a push that does not arrive',
    () => void (browser.isShown = false),
    /^The push service took the test, and it has not shown up/,
    true,
  ],
  ['a push that arrives', () => {}, /^The test arrived on this device/, false],
  [
    'too many tests',
    () => refusing(429, 'request.too_often', 'Wait a moment, then try again.'),
    /^Wait a moment, then try again/,
    false,
  ],
])('a test names its step: %s', async (_, prepare, sentence, mayTurnOn) => {
  prepare();
  showRouted(<PushSection push="on" />);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect.element(page.getByRole('status').getByText(sentence)).toBeVisible();
  expect(page.getByRole('button', { name: 'Turn on again' }).elements()).toHaveLength(mayTurnOn ? 1 : 0);
  await expectAccessible('the outcome of a test push');
});

test('a device that is gone is registered again where the test says so', async () => {
  browser.subscription = null;
  network.answer('/devices/push-config', () => PUSH_CONFIG);
  const registered: unknown[] = [];
  network.answer('/devices', (_, body) => {
    registered.push(body);
    if (registered.length < 4) throw new Refusal(503, 'server.busy', 'Busy.');
    return body;
  });
  showRouted(<PushSection push="on" />);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByRole('button', { name: 'Turn on again' }).click();
  await expect.element(page.getByRole('status').getByText(/^Push could not be turned on/)).toBeVisible();
  await page.getByRole('button', { name: 'Turn on again' }).click();
  await expect.element(page.getByRole('status').getByText(/^Push is on again/)).toBeVisible();
  expect(registered.at(-1)).toEqual({ registrationId: JSON.stringify(SUBSCRIPTION), type: 'web' });
});
