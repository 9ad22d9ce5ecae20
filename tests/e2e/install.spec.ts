import type { CDPSession, Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { openSignedIn, readyForOffline } from '#tests/support/people.ts';
import { watchNotifications } from '#tests/support/shown-notifications.ts';

interface Manifest {
  name: string;
  display: string;
  icons: { src: string; sizes: string; purpose: string }[];
  screenshots: { src: string; form_factor: string }[];
  shortcuts: { url: string }[];
}

/** Delivers a push with CDP, which a page cannot do. */
const pushTo = async (debuggerOf: CDPSession, origin: string) => {
  const ids: string[] = [];
  debuggerOf.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const each of registrations) if (each.scopeURL.startsWith(origin)) ids.push(each.registrationId);
  });
  await debuggerOf.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return (data: string) =>
    debuggerOf.send('ServiceWorker.deliverPushMessage', { origin, registrationId: ids.at(-1)!, data });
};

const shown = (page: Page): Promise<{ title: string; tag: string; link: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, tag, data }) => ({
      title,
      tag,
      link: (data as { link: string }).link,
    }));
  });

test(
  'HLP-001 the app can be installed: name, standalone, maskable icon, screenshots and shortcuts that exist',
  ONLINE,
  async ({ page, request }) => {
    await page.goto('/welcome');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await request.get(address!)).json()) as Manifest;
    expect(manifest).toMatchObject({ name: 'Sideline', display: 'standalone' });
    expect(manifest.icons.some((icon) => icon.purpose === 'maskable' && icon.sizes === '512x512')).toBe(true);
    expect(manifest.screenshots.map((picture) => picture.form_factor)).toEqual(
      expect.arrayContaining(['narrow', 'wide']),
    );
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      const headers = (await request.get(src)).headers();
      expect(headers['content-type']).toMatch(/^image\//);
      expect(headers['cache-control']).toContain('max-age=3600');
    }
    for (const file of ['/', '/boot.js', '/theme.js', '/sw.js'])
      expect((await request.get(file)).headers()['cache-control']).toBe('no-cache');
    expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual(expect.arrayContaining(['/library', '/home']));
  },
);

test('the first page is visible before any script has loaded, and until the app draws it', ONLINE, async ({ page }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld)
      await new Promise<void>((go) => {
        held.push(go);
      });
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Learn. Connect. Play.');
  await expect(page.getByRole('link', { name: 'Join now' })).toHaveAttribute('href', '/sign-up');
  expect(await page.evaluate(() => document.documentElement.dataset['started'])).toBeUndefined();
  await page.evaluate(() => {
    const empty = window as Window & { wasEmpty?: boolean };
    const root = document.getElementById('root')!;
    new MutationObserver(() => {
      empty.wasEmpty ||= root.childElementCount === 0;
    }).observe(root, { childList: true });
  });
  isHeld = false;
  for (const go of held) go();
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(title).toHaveText('Learn. Connect. Play.');
  expect(await page.evaluate(() => (window as Window & { wasEmpty?: boolean }).wasEmpty)).toBeFalsy();
});

test('nothing is drawn before the theme is known, however late its script comes', ONLINE, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.addInitScript(() => localStorage.setItem('sideline:theme', 'dark'));
  await page.route('/theme.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const others = Promise.all(
    [/\/assets\/.*\.css$/, '/boot.js'].map(async (file) => (await page.waitForResponse(file)).finished()),
  );
  await page.goto('/welcome', { waitUntil: 'commit' });
  await others;
  expect(await page.evaluate(() => document.body === null)).toBe(true);
  held.resolve();
  await expect(page.getByRole('link', { name: 'Join now' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

for (const file of ['/enter.js', '/assets/vendor-*.js']) {
  test(`a page whose ${file} failed to load is visible all the same`, ONLINE, async ({ page }) => {
    let asked = 0;
    await page.route(`**${file}`, (route) => (++asked === 1 ? route.abort() : route.continue()));
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked).toBeGreaterThan(1);
  });
}

test('a page loaded without the service worker is then controlled by it, gets what is not there in one file, and opens offline', async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/welcome');
  await readyForOffline(page);
  const packs = asked.filter((path) => path.endsWith('.pack'));
  expect(packs).toHaveLength(1);
  const [list] = (await (await page.request.get(packs[0]!)).text()).split('\n', 1);
  const inPack = new Set((JSON.parse(list!) as [path: string, bytes: number][]).map(([path]) => path));
  expect(asked.filter((path) => inPack.has(path)).length).toBeLessThan(inPack.size / 10);
  const devtools = await context.newCDPSession(page);
  // A reload that bypasses the service worker, like Shift and the reload button.
  const loaded = page.waitForEvent('load');
  await devtools.send('Page.reload', { ignoreCache: true });
  await loaded;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('every push shows one notification: ours, an unknown one, an empty one, three in a row', async ({
  page,
  context,
  app,
}) => {
  await context.grantPermissions(['notifications', 'background-sync'], { origin: app.url });
  await openSignedIn(page, 'mia');
  await readyForOffline(page);
  const devtools = await context.newCDPSession(page);
  const push = await pushTo(devtools, app.url);
  const notifications = await watchNotifications(devtools);
  const tags = () =>
    notifications
      .shown()
      .map(({ tag }) => tag)
      .toSorted();
  await push(
    JSON.stringify({
      id: 'n1',
      title: 'New content in Soccer',
      text: 'Ana added a video.',
      link: '/notifications?id=n1',
      unread: 3,
    }),
  );
  await expect.poll(tags).toEqual(['n1']);
  await push(
    JSON.stringify({
      id: 'n1',
      title: 'New content in Soccer',
      text: 'Ana added a video.',
      link: 'https://evil.example/',
      unread: 3,
    }),
  );
  await push('not json at all');
  await push('');
  for (const id of ['n2', 'n3', 'n4']) await push(JSON.stringify({ id }));
  await expect.poll(tags).toEqual(['n1', 'n2', 'n3', 'n4', 'sideline']);
  const seen = await shown(page);
  expect(seen.map(({ tag }) => tag).toSorted()).toEqual(['n1', 'n2', 'n3', 'n4', 'sideline']);
  expect(seen.every(({ link }) => link.startsWith('/'))).toBe(true);
});
