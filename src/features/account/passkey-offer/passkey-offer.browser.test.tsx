import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { writeDeviceSetting } from '#store/device.ts';
import { offersPasskey } from '#app/credentials/passkey-offer.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { PasskeyOfferPage } from './passkey-offer-page.tsx';

const network = standInNetwork();
const real = PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable;
const deviceCan = (can: boolean) => {
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => can;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = (next?: string) => showRouted(<PasskeyOfferPage next={next} />, '/passkey-offer', ['/home', '/dashboard']);

beforeEach(async () => {
  const { db } = await freshAccount();
  await db.me.put(person());
  await writeDeviceSetting(`passkeyOfferEnded:${USER_ID}`, undefined);
  network.goOnline();
  deviceCan(true);
});
afterEach(() => {
  clearPage();
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = real;
});
afterAll(() => network.restore());

test('a passkey is offered where the device can make one, until the person declines it; another person is asked', async () => {
  deviceCan(false);
  expect(await offersPasskey(USER_ID)).toBe(false);
  deviceCan(true);
  expect(await offersPasskey(USER_ID)).toBe(true);
  const path = open('/home');
  await expect.element(page.getByRole('heading', { name: 'Sign in with one tap next time' })).toBeVisible();
  await expectAccessible('the offer of a passkey');
  await button('Not now').click();
  await expect.poll(path).toBe('/home');
  expect(await offersPasskey(USER_ID)).toBe(false);
  expect(await offersPasskey(newId())).toBe(true);
});

test('the offer goes only to pages of the app, and works offline as far as declining it', async () => {
  network.goOffline();
  const path = open('//elsewhere.example/home');
  await expect.element(button('Add a passkey')).toHaveAttribute('aria-disabled', 'true');
  await button('Not now').click();
  await expect.poll(path).toBe('/dashboard');
});

test('a refusal says why and leaves the choice open', async () => {
  network.answer('/account/passkeys/start', () => {
    throw new Refusal(403, 'account.proof_needed', 'Enter your password.');
  });
  open('/home');
  await button('Add a passkey').click();
  await expect.element(page.getByText(/You can add a passkey in Account Settings, under Security/)).toBeVisible();
  await expectAccessible('the offer of a passkey, refused');
  expect(await offersPasskey(USER_ID)).toBe(true);
});
