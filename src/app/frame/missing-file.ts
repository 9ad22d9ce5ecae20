import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { markOutdated } from '#store/outdated.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { isMissingFile, nameMissingFile } from '#ui/missing-file.ts';
import { takeUpdate } from '../device/update.ts';

/** Why a chunk failed to load: the server has another build, only this file fails, or the server cannot be reached. */
type Reason = 'newer' | 'broken' | 'offline' | 'unreachable' | 'portal';
/** Timeout of the request that finds the reason, ms. */
const REASON_TIMEOUT_MS = 5_000;

/** Session storage key: one reload per build, so that alternating builds cannot cause a loop. */
const RELOADED_KEY = `sideline:reloaded:${new URL(import.meta.url).pathname}`;

/** The query makes the request bypass the service worker's cached shell. */
const findReason = async (): Promise<Reason> => {
  const page = await fetch('/index.html?build', {
    cache: 'no-store',
    signal: AbortSignal.timeout(REASON_TIMEOUT_MS),
  }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  );
  if (page === undefined) return navigator.onLine ? 'unreachable' : 'offline';
  // Not a build of the app, so something else answered.
  if (!page.includes('<div id="root">')) return 'portal';
  const entry = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset['entry'];
  return entry && page.includes(entry) ? 'broken' : 'newer';
};

/**
 * Recovers a screen that cannot be shown because its chunk failed to load. If the server has a newer build, reloads the
 * page, once. No input is lost: the person has already left the previous screen.
 *
 * @returns The user message.
 */
export const recoverScreen = async (): Promise<string> => {
  const reason = await findReason();
  if (reason === 'newer') {
    await markOutdated();
    if (!sessionStorage.getItem(RELOADED_KEY)) {
      sessionStorage.setItem(RELOADED_KEY, '1');
      location.reload();
    }
  }
  return TEXTS[reason];
};

const TEXTS: Record<Reason, string> = {
  newer: frameText.updateReady,
  broken: commonText.somethingWrong,
  offline: commonText.connectFirst,
  unreachable: commonText.cannotNow.unreachable,
  portal: commonText.cannotNow.portal,
};

/** For a failure on a screen that is already shown: does not reload, so that its input stays, but offers the update. */
const showMissingFile = async (): Promise<void> => {
  const reason = await findReason();
  showToast({
    text: TEXTS[reason],
    kind: 'failure',
    ...(reason === 'newer' && {
      durationMs: 0,
      dismissLabel: frameText.later,
      action: { label: frameText.update, onAction: () => void takeUpdate() },
    }),
  });
};

/** Shows a message whenever an action fails because its chunk did not load. */
export const answerMissingFiles = (): void => {
  addEventListener('vite:preloadError', ({ payload }) => nameMissingFile(payload));
  addEventListener('unhandledrejection', (event) => {
    if (!isMissingFile(event.reason)) return;
    event.preventDefault();
    void showMissingFile();
  });
};
