import { commonText } from '#contract/text/common.ts';
import { frameText } from '#contract/text/frame.ts';
import { markOutdated } from '#store/outdated.ts';
import { showToast } from '#ui/toast.ts';
import { isMissingFile, nameMissingFile } from '#ui/missing-file.ts';
import { takeUpdate } from '../device/update.ts';

/** Why a file of the app did not come: the server has another build, nobody answers, or it is only this file. */
type Reason = 'newer' | 'away' | 'broken';
const ASK_WITHIN_MS = 5_000;

/** One reload for each build that misses a file: never a loop, also where two builds take turns. */
const RELOADED_KEY = `sideline:reloaded:${new URL(import.meta.url).pathname}`;

/** The query leads past the shell of the service worker. */
const findReason = async (): Promise<Reason> => {
  const page = await fetch('/index.html?build', { cache: 'no-store', signal: AbortSignal.timeout(ASK_WITHIN_MS) }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  // A hotspot's own page is no build of ours.
  if (!page.includes('<div id="root">')) return 'away';
  const entry = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset['entry'];
  return entry && page.includes(entry) ? 'broken' : 'newer';
};

/**
 * For a screen that cannot be shown because its file did not come. Where the server has a newer build, the page is loaded
 * again, once: whoever asked for the screen had left what was typed on the one before.
 *
 * @returns What to tell the person.
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
  away: commonText.connectFirst,
  broken: commonText.somethingWrong,
};

/** Beside a screen that stands: nothing is reloaded, what is typed there stays until the person chooses. */
const tell = async (): Promise<void> => {
  const reason = await findReason();
  showToast({
    text: TEXTS[reason],
    kind: 'failure',
    ...(reason === 'newer' && {
      durationMs: 0,
      action: { label: frameText.update, onAction: () => void takeUpdate() },
    }),
  });
};

/** Whatever was asked for and needed a file that did not come is answered with a plain sentence. */
export const answerMissingFiles = (): void => {
  addEventListener('vite:preloadError', ({ payload }) => nameMissingFile(payload));
  addEventListener('unhandledrejection', (event) => {
    if (!isMissingFile(event.reason)) return;
    event.preventDefault();
    void tell();
  });
};
