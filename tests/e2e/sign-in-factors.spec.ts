import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, test, WITHOUT_WORKER } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { navigate, PASSWORD } from '#tests/support/people.ts';

test.use(WITHOUT_WORKER);

const PAGE = '/account-setting/security';
const STEP_MS = 30_000;

/** A device with a lock, which confirms by itself while `setPresent(true)`. */
const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  return {
    setPresent: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
};

/** Notes how the next documents ask for a passkey: `conditional` is in the name field, without a dialog. */
const noteMediation = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      Object.assign(globalThis, { mediation: options?.mediation });
      return ask(options);
    };
  });

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Log out of Sideline?', exact: true });
  await question.getByRole('button', { name: 'Log Out', exact: true }).click();
  await page.waitForURL(/\/welcome$/);
};

const toSignIn = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true }).click();

const typePassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Username or Email', { exact: true }).fill('mia');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const codeAt = (secret: string, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

const addPasskey = (page: Page) => page.getByRole('button', { name: 'Add a passkey', exact: true }).click();

test('a person signs in with a passkey in one tap, and with a password and a code or a recovery code', async ({
  page,
}) => {
  const device = await addAuthenticator(page);
  await page.goto('/sign-in');
  await typePassword(page);
  await page.waitForURL(/\/passkey-offer/);
  await expectAccessible(page, 'offer of a passkey');
  await addPasskey(page);
  await page.waitForURL(/\/home$/);

  // Without a tap on the page: the browser offers the passkey in the name field, and the person picks it there.
  await signOut(page);
  await noteMediation(page);
  await page.goto('/sign-in');
  await page.waitForURL(/\/home$/);
  expect(await page.evaluate(() => (globalThis as { mediation?: string }).mediation)).toBe('conditional');

  await device.setPresent(false);
  await signOut(page);
  await toSignIn(page);
  await expect(page.getByLabel('Username or Email', { exact: true })).toHaveAttribute('autocomplete', /webauthn$/);
  // The device confirms only a question that is asked while the person is present. The one of the name field, which the page
  // asks by itself, is not; that of the button waits for its challenge until they are.
  const present = Promise.withResolvers<void>();
  await page.route('**/api/auth/passkey/start', async (route) => {
    await present.promise;
    await route.continue().catch(() => {});
  });
  await page.getByRole('button', { name: 'Sign in with a passkey', exact: true }).click();
  await device.setPresent(true);
  present.resolve();
  await page.waitForURL(/\/home$/);
  await navigate(page, PAGE);
  await expect(page.getByText(/^Last used/)).toBeVisible();

  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete passkey', exact: true }).click();
  await expect(page.getByText('You have no passkey yet.', { exact: true })).toBeVisible();
  await addPasskey(page);
  await expect(page.getByText('Not used yet', { exact: true })).toBeVisible();
  await expectAccessible(page, 'security');

  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app', exact: true })).toBeVisible();
  const secret = (await page.locator('.security__secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code of the app', { exact: true }).fill(codeAt(secret, 0));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes', exact: true }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode, otherRecoveryCode] = (await codes.allInnerTexts()) as [string, string];
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('10 are left', { exact: true })).toBeVisible();

  await device.setPresent(false);
  await signOut(page);
  await toSignIn(page);
  await typePassword(page);
  // The next code: that of the set-up does not count again.
  await expect(page.getByRole('heading', { name: 'Enter your code.', exact: true })).toBeVisible();
  await expectAccessible(page, 'second step');
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/home$/);

  await signOut(page);
  await toSignIn(page);
  await typePassword(page);
  await page.getByRole('button', { name: 'Use a recovery code', exact: true }).click();
  await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/home$/);

  await navigate(page, PAGE);
  await expect(page.getByText('9 are left', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Turn off two-factor sign-in', exact: true });
  await sheet.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await sheet.getByLabel('Code of the app, or a recovery code', { exact: true }).fill(otherRecoveryCode);
  await sheet.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
});
