import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { CERTIFICATE, startPushService } from '#server/adapters/push-service.fixtures.ts';
import { startApp } from '#tests/support/app-process.ts';
import { expect, test as base, type App } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { navigate, readyForOffline, openSignedIn } from '#tests/support/people.ts';
import { copyOfDemo } from '#tests/support/prepared-demo.ts';

/** The app with a local push service, which it trusts: a Chromium without Google's services has none. */
const test = base.extend<object, { pushService: Awaited<ReturnType<typeof startPushService>>; trusting: App }>({
  pushService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const service = await startPushService();
      await provide(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  trusting: [
    // oxlint-disable-next-line no-empty-pattern -- as above.
    async ({}, provide) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'sideline-push-'));
      const certificate = path.join(folder, 'push.pem');
      await writeFile(certificate, CERTIFICATE);
      const app = await startApp({ DATA_DIR: await copyOfDemo(), NODE_EXTRA_CA_CERTS: certificate });
      await provide(app);
      await app.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  app: async ({ trusting }, provide) => provide(trusting),
});
test.use({ actionTimeout: 20_000 });
// On one worker, whose app has the push service.
test.describe.configure({ mode: 'default' });

/** A section of the page, by its heading. */
const section = (page: Page, name: string) => page.getByRole('region', { name });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

const open = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Help & Support' }).click();
  await page.getByRole('link', { name: 'Sync and storage' }).click();
  await expect(page.getByRole('heading', { name: 'Sync and storage', level: 1 })).toBeVisible();
};

/** Makes the browser's push subscription in this test point to the local push service. */
const subscribeTo = (context: BrowserContext, subscription: string): Promise<unknown> =>
  context.addInitScript((text) => {
    const registered = JSON.parse(text) as { endpoint: string };
    let subscribed: object | null = null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscribed,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const key = Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
          letter.charCodeAt(0),
        );
        subscribed = {
          ...registered,
          options: { applicationServerKey: key.buffer },
          toJSON: () => registered,
          unsubscribe: async () => true,
        };
        return subscribed;
      },
    });
  }, subscription);

/** Delivers a push with CDP, which a page cannot do. */
const deliveryTo = async (context: BrowserContext, page: Page, origin: string) => {
  const debuggerOf = await context.newCDPSession(page);
  const ids: string[] = [];
  debuggerOf.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const each of registrations) if (each.scopeURL.startsWith(origin)) ids.push(each.registrationId);
  });
  await debuggerOf.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return (data: string) =>
    debuggerOf.send('ServiceWorker.deliverPushMessage', { origin, registrationId: ids.at(-1)!, data });
};

/** Adds a folder that only this device has, as a damaged database would. */
const addGhost = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases())
      .map((each) => each.name!)
      .find((each) => /^sideline-[0-9a-f-]{36}$/.test(each))!;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
    });
    const folders = db.transaction('folders', 'readwrite').objectStore('folders');
    await new Promise((resolve) => {
      folders.put({
        id: crypto.randomUUID(),
        scope: `user:${name.slice(9)}`,
        title: 'Ghost',
        createdAt: '2026-11-20T10:00:00.000Z',
      }).onsuccess = resolve;
    });
    db.close();
  });

/** Opens the folders of the Library. @returns Their names. */
const openFolders = async (page: Page): Promise<Locator> => {
  await page.goto('/library');
  await page.getByRole('link', { name: 'Folders' }).click();
  // The tab with the contents, which is there first, has headings too.
  await expect(page.getByRole('button', { name: 'Create Folder' })).toBeVisible();
  return page.getByRole('main').getByRole('listitem').getByRole('heading');
};

test('NAV-084 NAV-123 NOT-028 NOT-029 NOT-030 NOT-031 a Creator sees the state of this device and copies a report of it, gets a test push, and rebuilds from the server', async ({
  page,
  context,
  app,
  pushService,
}) => {
  const permissions = ['clipboard-read', 'clipboard-write', 'notifications', 'background-sync'];
  await context.grantPermissions(permissions, { origin: app.url });
  await subscribeTo(context, pushService.subscribe('/ana'));
  await openSignedIn(page, 'ana');
  await readyForOffline(page);

  await test.step('the sync state and the stored data are shown, persistent storage is requested, and the report has no names', async () => {
    await open(page);
    await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible();
    await expect(page.getByText(/^Last sync: .+ago|^Last sync: .+just now/)).toBeVisible();
    await expect(row(page, 'Outbox').getByText('All sent')).toBeVisible();
    await expect(page.getByRole('meter', { name: 'Storage on this device' })).toHaveAttribute(
      'aria-valuetext',
      /[\d.]+ [KM]B of [\d.]+ [GT]B used/,
    );
    await expect(row(page, 'Version').getByText(/^\d+\.\d+\.\d+$/)).toBeVisible();
    await expect(row(page, 'Opens without a network').getByText('Ready')).toBeVisible();
    await expectAccessible(page, 'sync and storage');

    await page.getByRole('button', { name: 'Ask to keep' }).click();
    const isKept = await page.evaluate(() => navigator.storage.persisted());
    await expect(
      page.getByText(isKept ? 'The browser agreed: what is saved here stays.' : 'The browser did not agree this time.'),
    ).toBeVisible();

    await page.getByRole('button', { name: 'Copy report' }).click();
    await expect(page.getByText('The report was copied.')).toBeVisible();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toMatch(/^Sideline: \d+\.\d+\.\d+\nTime: /);
    expect(report).toContain(`Changes waiting: 0\n`);
    expect(report).toContain(`Storage persistent: ${isKept}\n`);
    expect(report).not.toMatch(/ana|@|eyJ|[0-9a-f]{8}-[0-9a-f]{4}/i);
  });

  await test.step('a push is registered at the third try, the devices are read again, and a test push reaches this device through server, push service and service worker', async () => {
    await navigate(page, '/notification-settings');
    let tries = 0;
    await page.route('**/api/devices', async (route) => {
      if (route.request().method() === 'POST' && (tries += 1) < 3) await route.abort();
      else await route.continue();
    });
    const listed = page.waitForResponse(
      (response) => response.url().endsWith('/api/devices') && response.request().method() === 'GET',
    );
    await page.getByRole('switch', { name: 'Push on this device' }).click();
    await expect(page.getByText('This device gets a push for new content.')).toBeVisible();
    expect(tries).toBe(3);
    expect(((await (await listed).json()) as { count: number }).count).toBe(1);
    await page.unroute('**/api/devices');
    await expect(page.getByRole('switch', { name: 'Push on this device' })).toBeChecked();
    const deliver = await deliveryTo(context, page, app.url);
    await open(page);
    await page.getByRole('button', { name: 'Send me a test' }).click();
    const arrived = () => pushService.deliveries.filter((delivery) => delivery.path === '/ana');
    await expect.poll(() => arrived().length).toBe(1);
    await deliver(arrived()[0]!.read());
    await expect(page.getByText('The test arrived on this device.')).toBeVisible();
  });

  await test.step('a rebuild removes rows that the server does not have and keeps the rest; unsent work offline prevents it', async () => {
    const folders = await openFolders(page);
    await expect(folders.first()).toBeVisible();
    const before = await folders.allInnerTexts();
    await addGhost(page);
    await openFolders(page);
    await expect(folders).toHaveCount(before.length + 1);
    await expect(folders.filter({ hasText: /^Ghost$/ })).toBeVisible();
    await open(page);
    await page.getByRole('button', { name: 'Rebuild from the server' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Rebuild from the server?' })).toBeVisible();
    await page.getByRole('button', { name: 'Rebuild', exact: true }).click();
    await expect(page.getByText(/^Everything is here again: [\d,]+ rows\.$/)).toBeVisible();
    await openFolders(page);
    await expect(folders).toHaveText(before);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Create Folder' }).click();
    await page.getByLabel('Folder name').fill('Unsent drills');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await open(page);
    await expect(page.getByRole('heading', { name: '1 change waiting' })).toBeVisible();
    const repair = section(page, 'Repair');
    await expect(repair.getByText('1 change must reach the server first, so that nothing is lost.')).toBeVisible();
    await expect(repair.getByRole('button', { name: 'Rebuild from the server' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectAccessible(page, 'sync and storage, offline');
    await repair.getByRole('link', { name: 'Open Outbox' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Create the folder Unsent drills' })).toBeVisible();
    await context.setOffline(false);
  });
});
