import type { Page } from '@playwright/test';

const PASSWORD = 'Sideline-2026!';

/** Signs a demo person in through the sign-in screen and waits for their landing. */
export const signIn = async (page: Page, username: 'mia' | 'ana' | 'nora'): Promise<void> => {
  await page.goto('/sign-in');
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/(home|channels|welcome-page)$/);
};

/** Waits until the service worker controls the page and has everything that an offline start needs. */
export const readyForOffline = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
};

/** A signed-in person's calls outside the page: what the server really has. */
export const apiOf = async (url: string, username: string) => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ username, password: PASSWORD }),
  });
  const { access } = (await answer.json()) as { access: string };
  return async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${access}` } });
    return (await response.json()) as T;
  };
};
