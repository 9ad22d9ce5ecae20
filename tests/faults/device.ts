import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { findChromium } from '#tests/support/chromium.ts';
import { readyForOffline } from '#tests/support/people.ts';
import { watchNotifications, type ShownNotification } from '#tests/support/shown-notifications.ts';
import { killProfile } from '#tests/support/process-tree.ts';
import type { Driver } from './driver/driver.ts';
import { DESK_PATH, DRIVER_PATH } from './driver/build.ts';
import type { Person } from './people.ts';

export type SyncTag = 'sideline-outbox' | 'sideline-uploads';

/** A person's device: a Chromium with a profile that outlives it, and one page of the app (or none). */
export interface Device {
  person: Person;
  profile: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Runs a function of the driver, in a page beside the app that nothing reloads. Where the app is closed, that page is
   * ours only as long as the question takes.
   */
  ask<Name extends keyof Driver>(
    name: Name,
    ...args: Parameters<Driver[Name]>
  ): Promise<Awaited<ReturnType<Driver[Name]>>>;
  /** What a screen does after a change: the open app is told that there is something to send. */
  nudge(): Promise<void>;
  /** Signs in, and waits until the service worker has the page. */
  enter(path?: string): Promise<void>;
  goto(path: string): Promise<void>;
  /** Closes the app: nothing of it is open, only the service worker may run. */
  leave(): Promise<void>;
  isInApp(): boolean;
  /** The browser has ended, by a kill or by itself. */
  isGone(): boolean;
  /** Ends the driver's page until it is asked again: it holds the database as an open page does. */
  closeDesk(): Promise<void>;
  /** Ends the service worker at once, whatever it is doing. */
  stopWorkers(): Promise<void>;
  /** The browser's word that there is a network, as Background Sync gives it. */
  dispatchSync(tag?: SyncTag, lastChance?: boolean): Promise<void>;
  deliverPush(data: string): Promise<void>;
  /** Notifications shown since they were last closed, as the browser recorded them. */
  shown(): ShownNotification[];
  closeNotifications(): Promise<void>;
  /** As if the network had gone before more than the app's shell was fetched. */
  forgetRest(): Promise<void>;
  /** What is to be seen and who is at work, for messages about failures. */
  describe(): Promise<string>;
  /** SIGKILL for the whole browser. */
  kill(): Promise<void>;
  /** Starts the browser again on the same profile, with an empty page. */
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
  /** The driver's page; empty while it is not asked and the app is closed. */
  desk: Page;
  /** On the desk, so that workers can be reached while the app is closed. */
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
    args: ['--no-sandbox'],
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
 * Opens a page as a person does: where a killed worker leaves it hanging, or it loads itself again meanwhile, they ask
 * again. By the browser's own debugger: `page.goto` answers with a response, whose object is gone where its service worker
 * was killed. By one session for all tries: a page that hangs hears a new one no more.
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
  // One that is given up may still be refused, when the next one takes its place.
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
  /** Runs first in each of its pages. */
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
    // A page that is just being reloaded hears it at its start.
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
