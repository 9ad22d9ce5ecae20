import { frameText } from '#contract/text/frame.ts';
import { readVersion } from '#contract/pages.ts';
import { VERSION_CHECK_MS } from '#contract/limits.ts';
import { sendCall } from '#store/api.ts';
import { readActiveUserId, accountDatabase } from '#store/door.ts';
import { markOutdated } from '#store/outdated.ts';
import { showToast } from '#ui/toast.ts';
import { whenIdle } from './when-idle.ts';

/** "Later" asks again after this. Source: D-242. */
const LATER_MS = 10 * 60_000;
/** In the middle of an upload nothing is offered; it is looked again after this. */
const BUSY_AGAIN_MS = 5_000;

let registration: ServiceWorkerRegistration | undefined;
let isChosen = false;
let isReloading = false;
let laterUntilMs = 0;
let busyTimer: ReturnType<typeof setTimeout> | undefined;

/** Registers the service worker and offers its updates. Never reloads by itself while the person works. */
export const startServiceWorker = (): void => {
  if (!('serviceWorker' in navigator)) return;
  // The first worker of all takes control too: only a chosen update reloads.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isChosen) reloadOnce();
  });
  // Installing takes the line: what the page itself loads goes first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
  setInterval(() => void checkVersion(), VERSION_CHECK_MS);
};

const register = async (): Promise<void> => {
  registration = await navigator.serviceWorker.register(import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js', {
    type: import.meta.env.DEV ? 'module' : 'classic',
  });
  const { installing, waiting, active } = registration;
  if (waiting) void offerUpdate();
  // A page that was being loaded while the worker took over is not its own, nor is one that was loaded past it.
  if (active && !navigator.serviceWorker.controller) active.postMessage({ type: 'CLAIM' });
  watchInstall(installing);
  registration.addEventListener('updatefound', () => watchInstall(registration?.installing));
  // Also the first worker of all, while it is being installed: what is needed offline is here soon.
  const worker = active ?? waiting ?? installing;
  whenIdle(() => worker?.postMessage({ type: 'WARM' }), 10_000);
};

/** An update is offered once it is installed and waits; the first worker of all waits for nobody. */
const watchInstall = (worker: ServiceWorker | null | undefined): void => {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration?.waiting && navigator.serviceWorker.controller) void offerUpdate();
  });
};

const checkVersion = async (): Promise<void> => {
  if (document.visibilityState !== 'visible' || !navigator.onLine) return;
  const version = await sendCall(readVersion, {}).then(
    (answer) => answer.output.versionNumber,
    () => __APP_VERSION__,
  );
  if (version !== __APP_VERSION__) await registration?.update();
  const known = await navigator.serviceWorker.getRegistration();
  if (known?.waiting) await offerUpdate();
};

/** A file is being sent; what the server does with it afterwards waits for nobody here. */
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
    }, BUSY_AGAIN_MS);
    return;
  }
  laterUntilMs = performance.now() + LATER_MS;
  showToast({
    text: frameText.updateReady,
    durationMs: 0,
    action: { label: frameText.update, onAction: () => void takeUpdate() },
  });
};

/**
 * A worker that is still at something this long after the next one was chosen is told so, and not waited for after that.
 * Not earlier: a message to a worker that the browser is just ending starts it again, and Chromium then holds back both
 * workers and every page that is loaded meanwhile (docs/decisions/0014).
 */
const LET_GO_AFTER_MS = 2_000;
const TAKEN_WITHIN_MS = 3_000;
/** A page that has not come by then is asked for once more: the worker that should give it was ended meanwhile. Longer than its own wait (sw/page.ts). */
const RELOADED_WITHIN_MS = 6_000;

/** Looks for the waiting worker at the moment of the tap: an older one may have been replaced meanwhile. */
export const takeUpdate = async (): Promise<void> => {
  isChosen = true;
  isReloading = false;
  await markOutdated();
  const { active, waiting } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  if (!waiting) return reloadOnce();
  waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(() => {
    if (active?.state === 'activated') active.postMessage({ type: 'LET_GO' });
  }, LET_GO_AFTER_MS);
  setTimeout(reloadOnce, TAKEN_WITHIN_MS);
};

/** The new page comes from the server where the worker of the old one is still there. */
const reloadOnce = (): void => {
  if (isReloading) return;
  isReloading = true;
  location.reload();
  setInterval(() => location.reload(), RELOADED_WITHIN_MS);
};

/** The app runs: the page need not load itself again (public/boot.js). */
export const noteStart = (): void => {
  document.documentElement.dataset['started'] = 'true';
  sessionStorage.removeItem('sideline:boots');
};
