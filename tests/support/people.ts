import { expect, type Page } from '@playwright/test';
import { DEVICE_DATABASE } from '#store/device.ts';
import { hasWholeBuild, workerState } from './in-page.ts';

export const PASSWORD = 'Sideline-2026!';

export type DemoPerson = 'mia' | 'ana' | 'nora';

/** Where a person lands after a sign-in, or when the app is opened on a known phone. */
const untilLanding = (page: Page): Promise<void> => page.waitForURL(/\/(home|channels|welcome-page)$/);

/**
 * Opens the app as a demo person whose phone knows them, and waits for their landing. The page signs in by the API, so that
 * its browser has the session's cookie, and notes who is signed in as the app does (store/device.ts).
 */
export const openSignedIn = async (page: Page, username: DemoPerson): Promise<void> => {
  // Any address of the app's own that does not start it: the page below needs its cookies and its database.
  await page.goto('/api/health');
  await page.evaluate(
    async ({ username, password, database }) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      if (!answer.ok) throw new Error(`${username} could not sign in: ${await answer.text()}`);
      const { access } = (await answer.json()) as { access: string };
      const { sub } = JSON.parse(atob(access.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
        sub: string;
      };
      const until = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error!));
        });
      // Version 1 of Dexie is 10 of the browser.
      const opening = indexedDB.open(database, 10);
      opening.addEventListener('upgradeneeded', () => {
        opening.result.createObjectStore('settings', { keyPath: 'key' });
        opening.result.createObjectStore('signOuts', { keyPath: 'userId' });
      });
      const db = await until(opening);
      const settings = db.transaction('settings', 'readwrite').objectStore('settings');
      await until(settings.put({ key: 'activeUserId', value: sub }));
      db.close();
    },
    { username, password: PASSWORD, database: DEVICE_DATABASE },
  );
  await page.goto('/');
  await untilLanding(page);
};

/** Signs a demo person in through the sign-in screen and waits for their landing. */
export const signIn = async (page: Page, username: DemoPerson): Promise<void> => {
  await page.goto('/sign-in');
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await untilLanding(page);
};

/**
 * Opens an address in the app as a link does, without loading the page again, and waits until its route is loaded.
 *
 * @returns The path that is shown: that of the address, or where it leads instead.
 */
export const followLink = async (page: Page, href: string): Promise<string> => {
  // The load event may come before the app, which its entry module imports, has made its router.
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
  const shown = await page.evaluate(async (wanted) => {
    // The router that the app's links use.
    const { __TSR_ROUTER__: router } = globalThis as unknown as {
      __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void>; state: { location: { href: string } } };
    };
    await router.navigate({ href: wanted });
    return router.state.location.href;
  }, href);
  return new URL(shown, page.url()).pathname;
};

/** Opens an address that has a page as a link in the app does. */
export const navigate = async (page: Page, href: string): Promise<void> =>
  expect(await followLink(page, href), `${href} is shown`).toBe(new URL(href, page.url()).pathname);

/**
 * Waits until each dialog that has closed has taken its entry out of the history. To be called before a document is loaded: that
 * step would cancel a navigation that has begun.
 */
export const dialogsGone = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => (history.state as { sidelineOverlay?: unknown } | null)?.sidelineOverlay))
    .toBeUndefined();

/** Waits until the service worker controls the page and has cached everything that an offline start needs. */
export const readyForOffline = async (page: Page): Promise<void> => {
  const worker = () => page.evaluate(workerState);
  await expect.poll(worker, { timeout: 60_000 }).toMatchObject({ isControlled: true, active: 'activated' });
  await expect.poll(() => page.evaluate(hasWholeBuild), { timeout: 60_000 }).toBe(true);
};

/**
 * A signed-in person's calls outside the page, to read the server's state; the password is that of the demo.
 *
 * @param scope Whose rows are read: those of an organization, else the person's own.
 */
export const apiOf = async (url: string, username: string, password = PASSWORD, scope?: string) => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { access } = (await answer.json()) as { access: string };
  return async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      headers: { Authorization: `Bearer ${access}`, ...(scope && { 'X-Scope': scope }) },
    });
    return (await response.json()) as T;
  };
};
