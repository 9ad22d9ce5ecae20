/** Shows toasts from any code, without React; their view is loaded with the first toast. Source: design §5. */

export interface ToastMessage {
  text: string;
  /** `status` (default) and `success` are announced politely, `failure` at once. */
  kind?: 'status' | 'success' | 'failure' | 'upload' | undefined;
  /** Display time, ms. Default 4000 (D-325). 0: until dismissed, which has a button; it makes room for every other toast and returns. */
  durationMs?: number | undefined;
  action?: { label: string; onAction: () => void } | undefined;
  /** Name of the button that dismisses a toast without a time; without it that is a cross. */
  dismissLabel?: string | undefined;
  /** Reports work in the background: answers to what the person did are shown before it. */
  isBackground?: boolean | undefined;
}

/** Default display time of a toast, ms. Source: D-325. */
export const TOAST_MS = 4000;

export interface ToastPort {
  /**
   * @param onGone Called when the toast has left the screen.
   * @returns Closes it; false if it was leaving already, e.g. because the person dismissed it.
   */
  show: (message: ToastMessage, onGone: () => void) => () => boolean;
}

const lasts = ({ durationMs }: ToastMessage): boolean => durationMs === 0;

/** In the place of a toast that was dismissed before its view was there. */
const DISMISSED: ToastMessage = { text: '' };

/**
 * Passes toasts to the view one at a time. Two equal toasts in a row are shown once. One that lasts until it is dismissed does
 * not hold up the others, such as an Undo: it leaves when another comes, and returns after the last one.
 *
 * @param loadView Loads the view; called for each toast.
 * @returns Adds a toast; its result takes that one off the screen or out of the queue, because what it says has changed.
 */
export function toastQueue(loadView: () => Promise<ToastPort>): (message: ToastMessage) => () => void {
  const waiting: ToastMessage[] = [];
  let shown: ToastMessage | undefined;
  /** Closes the shown one; undefined while its view is loaded. */
  let close: (() => boolean) | undefined;
  const same = (a: ToastMessage | undefined, b: ToastMessage) =>
    a?.text === b.text && a.action?.label === b.action?.label;

  async function showNext(): Promise<void> {
    close = undefined;
    const place = waiting.findIndex((message) => !lasts(message));
    [shown] = waiting.splice(Math.max(place, 0), 1);
    if (!shown) return;
    const next = shown;
    try {
      const view = await loadView();
      // Dismissed meanwhile.
      if (shown !== next) return void showNext();
      close = view.show(next, () => void showNext());
      if (!waiting.every(lasts)) makeRoom();
    } catch {
      // The view could not be loaded; the next toast retries, with this one first.
      if (shown === next) waiting.unshift(next);
      shown = undefined;
    }
  }

  /** Takes a toast off the screen that would stay until it is dismissed, and puts it behind those that wait. */
  function makeRoom(): void {
    if (!shown || !lasts(shown) || !close) return;
    const returning = shown;
    if (close()) waiting.push(returning);
  }

  function dismiss(message: ToastMessage): void {
    const place = waiting.indexOf(message);
    if (place >= 0) waiting.splice(place, 1);
    if (shown !== message) return;
    if (close) close();
    else shown = DISMISSED;
  }

  return (message) => {
    if (same(waiting.at(-1) ?? shown, message)) {
      // Said again while it waits for its view: the view is loaded once more.
      if (!shown) void showNext();
      return () => {};
    }
    const firstBackground = waiting.findIndex(({ isBackground }) => isBackground);
    waiting.splice(message.isBackground || firstBackground === -1 ? waiting.length : firstBackground, 0, message);
    if (!shown) void showNext();
    else if (!lasts(message)) makeRoom();
    return () => dismiss(message);
  };
}

/**
 * Shows a toast at the bottom, above the tab bar, after those already waiting.
 * Not for field errors, nor as the only message about a failure that needs a decision.
 */
export const showToast = toastQueue(async () => (await import('./toast-view.tsx')).mountToasts());
