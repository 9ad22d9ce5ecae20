import { frameText } from '#contract/text/frame.ts';
import { readVersion } from '#contract/pages.ts';
import { VERSION_CHECK_MS } from '#contract/limits.ts';
import { sendCall } from '#store/api.ts';
import { readActiveUserId, accountDatabase } from '#store/door.ts';
import { markOutdated } from '#store/outdated.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { whenIdle } from './when-idle.ts';

/** Delay before an update is offered again, ms. Source: D-242. */
const LATER_MS = 10 * 60_000;
/** No update is offered while a file is being sent; delay before that is checked again, ms. */
const BUSY_RETRY_MS = 5_000;

let registration: ServiceWorkerRegistration | undefined;
let isChosen = false;
let isReloading = false;
let laterUntilMs = 0;
let busyTimer: ReturnType<typeof setTimeout> | undefined;

/** Registers the service worker and offers its updates. Reloads only after the person chose the update. */
export const startServiceWorker = (): void => {
  if (!('serviceWorker' in navigator)) return;
  // The very first worker also fires this event when it takes control: reload only for a chosen update.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isChosen) reloadOnce();
  });
  // Installing uses bandwidth: the page's own files load first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
  setInterval(() => void checkVersion(), VERSION_CHECK_MS);
};

const register = async (): Promise<void> => {
  // A browser that blocks service workers, e.g. by an extension or a policy, may answer nothing.
  const answered: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js',
    { type: import.meta.env.DEV ? 'module' : 'classic' },
  );
  if (!answered) return;
  registration = answered;
  const { installing, waiting, active } = registration;
  // The very first worker, which replaces none, waits for a moment too.
  if (waiting && active) void offerUpdate();
  // A page that loaded while the worker activated, or by a forced reload, is not controlled: ask the worker to claim it.
  if (active && !navigator.serviceWorker.controller) active.postMessage({ type: 'CLAIM' });
  watchInstall(installing);
  registration.addEventListener('updatefound', () => watchInstall(registration?.installing));
  // Also the very first worker, while it installs, so that the files needed offline are cached early.
  const worker = active ?? waiting ?? installing;
  whenIdle(() => worker?.postMessage({ type: 'WARM' }), 10_000);
};

/** Offers an update once its worker is installed and waiting. The very first worker replaces none and is not offered. */
const watchInstall = (worker: ServiceWorker | null | undefined): void => {
  // Asked when it is found: the very first worker may control the page before the page hears that it is installed.
  const isUpdate = Boolean(registration?.active);
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && isUpdate && registration?.waiting && navigator.serviceWorker.controller)
      void offerUpdate();
  });
};

const checkVersion = async (): Promise<void> => {
  if (document.visibilityState !== 'visible' || !navigator.onLine) return;
  const version = await sendCall(readVersion, {}).then(
    (answer) => answer.output.versionNumber,
    () => __APP_VERSION__,
  );
  if (version !== __APP_VERSION__) await registration?.update();
  const current = await navigator.serviceWorker.getRegistration();
  if (current?.waiting) await offerUpdate();
};

/** Whether a file is being sent. Processing on the server afterwards does not count: it does not need this page. */
const isBusy = async (): Promise<boolean> => {
  const userId = await readActiveUserId();
  if (!userId) return false;
  return (
    (await accountDatabase(userId)
      .uploadJobs.where('state')
      .equals('working')
      .filter(({ contentId }) => contentId === null)
      .count()) > 0
  );
};

const offerUpdate = async (): Promise<void> => {
  if (busyTimer !== undefined || performance.now() < laterUntilMs) return;
  if (await isBusy()) {
    busyTimer ??= setTimeout(() => {
      busyTimer = undefined;
      void offerUpdate();
    }, BUSY_RETRY_MS);
    return;
  }
  laterUntilMs = performance.now() + LATER_MS;
  showToast({
    text: frameText.updateReady,
    durationMs: 0,
    dismissLabel: frameText.later,
    action: { label: frameText.update, onAction: () => void takeUpdate() },
  });
};

/** Time for the old worker to acknowledge that it drops its running work, ms. Workers of older builds do not. */
const RELEASED_WITHIN_MS = 1_000;
/** Reload after this even if the new worker has not taken control, ms. */
const CONTROL_TIMEOUT_MS = 3_000;
/** Delay before the reload is repeated: the worker that serves the page may have been terminated. Longer than its own timeout (sw/page.ts), ms. */
const RELOAD_RETRY_MS = 6_000;

/** Activates the waiting worker and reloads. Reads the worker now, since it may have been replaced after the offer. */
export const takeUpdate = async (): Promise<void> => {
  isChosen = true;
  isReloading = false;
  await markOutdated();
  const { active, waiting } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  if (!waiting) return reloadOnce();
  if (active) await release(active);
  waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(reloadOnce, CONTROL_TIMEOUT_MS);
};

/**
 * Asks the old worker to drop its running work, for whose end the new one would wait. Before the new one takes over: a
 * message to a worker that the browser is terminating starts it again, and Chromium then blocks both workers and every
 * page that loads meanwhile (docs/decisions/0014).
 */
const release = (old: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    old.postMessage({ type: 'LET_GO' }, [port2]);
    setTimeout(resolve, RELEASED_WITHIN_MS);
  });

/** While the old worker is still active, the new page comes from the server. */
const reloadOnce = (): void => {
  if (isReloading) return;
  isReloading = true;
  location.reload();
  setInterval(() => location.reload(), RELOAD_RETRY_MS);
};

/** Marks the app as started, so that public/boot.js does not reload the page. */
export const noteStart = (): void => {
  document.documentElement.dataset['started'] = 'true';
  sessionStorage.removeItem('sideline:boots');
};
