import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { findChromium, WITHOUT_ADDRESS_BAR_IN_PLAYWRIGHT } from '#tests/support/chromium.ts';
import { readyForOffline } from '#tests/support/people.ts';
import { watchNotifications, type ShownNotification } from '#tests/support/shown-notifications.ts';
import { killProfile } from '#tests/support/process-tree.ts';
import type { Driver } from './driver/driver.ts';
import { DESK_PATH, DRIVER_PATH } from './driver/build.ts';
import type { Person } from './people.ts';

export type SyncTag = 'sideline-outbox' | 'sideline-uploads';

/** A person's device: a Chromium whose profile survives restarts, and at most one page of the app. */
export interface Device {
  person: Person;
  profile: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Runs a driver function in a separate page of the same origin, which nothing reloads. While the app is closed, that
   * page is opened for each call and closed after it.
   */
  ask<Name extends keyof Driver>(
    name: Name,
    ...args: Parameters<Driver[Name]>
  ): Promise<Awaited<ReturnType<Driver[Name]>>>;
  /** Does what a screen does after a change: notifies the open app that the outbox has entries. */
  nudge(): Promise<void>;
  /** Signs in, and waits until the service worker controls the page. */
  enter(path?: string): Promise<void>;
  goto(path: string): Promise<void>;
  /** Closes every page of the app; only the service worker may still run. */
  leave(): Promise<void>;
  isInApp(): boolean;
  /** Whether the browser process has ended, killed or not. */
  isGone(): boolean;
  /** Closes the driver's page until the next `ask`; while open, it holds the database open like any page. */
  closeDesk(): Promise<void>;
  /** Terminates the service worker at once. */
  stopWorkers(): Promise<void>;
  /** Dispatches a Background Sync event, as the browser does when the network returns. */
  dispatchSync(tag?: SyncTag, lastChance?: boolean): Promise<void>;
  deliverPush(data: string): Promise<void>;
  /** Notifications shown since they were last closed, as the browser recorded them. */
  shown(): ShownNotification[];
  closeNotifications(): Promise<void>;
  /** Deletes the lazily cached files, as if the network had failed after only the app's shell was cached. */
  forgetRest(): Promise<void>;
  /** Visible text, locks and queues, for failure messages. */
  describe(): Promise<string>;
  /** Kills the whole browser with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the browser again with the same profile, on an empty page. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

interface Registration {
  registrationId: string;
  scopeURL: string;
  isDeleted: boolean;
}
interface Started {
  context: BrowserContext;
  page: Page;
  /** The driver's page; undefined while the app is closed and no call is running. */
  desk: Page;
  /** Attached to the driver's page, so that workers can be reached while the app is closed. */
  devtools: CDPSession;
  registrations: Map<string, Registration>;
  notifications: Awaited<ReturnType<typeof watchNotifications>>;
}

const start = async (profile: string, origin: string, initScript?: string): Promise<Started> => {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'Europe/Zagreb',
    // A camera that shows a test picture, allowed without a question; at 10 frames a second, a busy machine keeps up.
    args: [
      '--no-sandbox',
      WITHOUT_ADDRESS_BAR_IN_PLAYWRIGHT,
      '--use-fake-device-for-media-stream=fps=10',
      '--use-fake-ui-for-media-stream',
    ],
  });
  await context.grantPermissions(['notifications', 'background-sync'], { origin });
  if (initScript !== undefined) await context.addInitScript({ content: initScript });
  const desk = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(desk);
  const registrations = new Map<string, Registration>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: updated }) => {
    for (const each of updated) registrations.set(each.scopeURL, each);
  });
  await devtools.send('ServiceWorker.enable');
  const notifications = await watchNotifications(devtools);
  return { context, page: await context.newPage(), desk, devtools, registrations, notifications };
};

const NAVIGATION_WITHIN_MS = 10_000;
const NAVIGATIONS_MAX = 4;

/**
 * Opens a page and retries if a killed worker leaves the navigation hanging, or if the page reloads itself meanwhile.
 * Uses CDP: `page.goto` fails because its response object is gone when the service worker was killed. Uses one session
 * for all tries: a hanging page does not answer a new one.
 */
const navigate = async (page: Page, address: string): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const parsed = new Map<string, PromiseWithResolvers<void>>();
  const parsing = (loader: string) => parsed.get(loader) ?? parsed.set(loader, Promise.withResolvers()).get(loader)!;
  devtools.on('Page.lifecycleEvent', ({ name, loaderId }) => {
    if (name === 'DOMContentLoaded') parsing(loaderId).resolve();
  });
  const navigateOnce = async (): Promise<void> => {
    const { loaderId, errorText } = await devtools.send('Page.navigate', { url: address });
    if (errorText) throw new Error(`${address}: ${errorText}`);
    if (loaderId !== undefined) await parsing(loaderId).promise;
  };
  try {
    await devtools.send('Page.enable');
    await devtools.send('Page.setLifecycleEventsEnabled', { enabled: true });
    for (let tried = 1; ; tried += 1) {
      try {
        await within(navigateOnce(), `${address} does not open`);
        return;
      } catch (error) {
        if (tried === NAVIGATIONS_MAX) throw error;
      }
    }
  } finally {
    void devtools.detach().catch(() => {});
  }
};

const within = async (work: Promise<void>, problem: string): Promise<void> => {
  let late: ReturnType<typeof setTimeout> | undefined;
  // An abandoned navigation may reject later, when the next one replaces it.
  work.catch(() => {});
  try {
    await Promise.race([
      work,
      new Promise((_, reject) => {
        late = setTimeout(() => reject(new Error(problem)), NAVIGATION_WITHIN_MS);
      }),
    ]);
  } finally {
    clearTimeout(late);
  }
};

export interface DeviceOptions {
  person: Person;
  profile: string;
  url: string;
  /** Runs first in each page. */
  initScript?: string;
}

export const openDevice = async ({ person, profile, url, initScript }: DeviceOptions): Promise<Device> => {
  let now = await start(profile, url, initScript);
  let isGone = false;
  const watch = ({ context }: Started) => {
    isGone = false;
    context.once('close', () => {
      isGone ||= context === now.context;
    });
  };
  watch(now);
  const registrationId = (): string => {
    const known = now.registrations.get(`${url}/`);
    if (!known || known.isDeleted) throw new Error('The service worker is not registered');
    return known.registrationId;
  };
  const isInApp = () => now.page.url().startsWith(url);
  const device: Device = {
    person,
    profile,
    isInApp,
    isGone: () => isGone,
    get context() {
      return now.context;
    },
    get page() {
      return now.page;
    },
    async ask(name, ...args) {
      const { desk } = now;
      if (!desk.url().startsWith(url)) await navigate(desk, `${url}${DESK_PATH}`);
      await desk.evaluate((path) => ('faults' in globalThis ? undefined : import(path)), DRIVER_PATH);
      const answer = await desk.evaluate(
        ([asked, given]) =>
          (globalThis as unknown as { faults: Record<string, (...all: unknown[]) => unknown> }).faults[asked]!(
            ...given,
          ),
        [name, args as unknown[]] as const,
      );
      if (!isInApp()) await navigate(desk, 'about:blank');
      return answer as never;
    },
    // A page that is being reloaded checks the outbox at its start, so a failure here does no harm.
    nudge: () => now.page.evaluate(() => void dispatchEvent(new Event('focus'))).catch(() => {}),
    async enter(path = '/library') {
      await device.ask('signIn', person.username, person.password);
      await device.goto(path);
      await readyForOffline(now.page);
    },
    async goto(path) {
      await navigate(now.page, `${url}${path}`);
    },
    async leave() {
      await navigate(now.page, 'about:blank');
      await navigate(now.desk, 'about:blank');
    },
    closeDesk: () => navigate(now.desk, 'about:blank'),
    stopWorkers: () => now.devtools.send('ServiceWorker.stopAllWorkers').then(() => {}),
    async dispatchSync(tag = 'sideline-outbox', lastChance = false) {
      await now.devtools.send('ServiceWorker.dispatchSyncEvent', {
        origin: url,
        registrationId: registrationId(),
        tag,
        lastChance,
      });
    },
    async deliverPush(data) {
      await now.devtools.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId: registrationId(),
        data,
      });
    },
    shown: () => now.notifications.shown(),
    async closeNotifications() {
      await device.ask('closeNotifications');
      now.notifications.forget();
    },
    async forgetRest() {
      await device.ask('dropRest');
      await now.devtools.send('Network.clearBrowserCache');
    },
    async describe() {
      const seen = await now.page
        .evaluate(() => `${document.title}: ${document.body.innerText.replace(/\s+/g, ' ').slice(0, 200)}`)
        .catch(String);
      const workers = [...now.page.workers(), ...now.context.serviceWorkers()].map((worker) => worker.url()).join(', ');
      return `${now.page.url()} shows "${seen}"; workers: ${workers || 'none'}; locks: ${await device.ask('locks').catch(String)}`;
    },
    async kill() {
      const gone = new Promise((resolve) => now.context.once('close', resolve));
      killProfile(profile);
      await gone;
    },
    async reopen() {
      now = await start(profile, url, initScript);
      watch(now);
    },
    close: () => now.context.close(),
  };
  return device;
};
