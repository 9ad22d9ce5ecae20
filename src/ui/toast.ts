/** Toasts from anywhere, without React and without loading Base UI before the first one. Source: design §5. */

export interface ToastMessage {
  text: string;
  /** `status` (default) and `success` are announced politely, `failure` at once. */
  kind?: 'status' | 'success' | 'failure' | 'upload' | undefined;
  /** How long it stays, ms. Default 4000 (D-325). 0 stays until dismissed. */
  durationMs?: number | undefined;
  /** At most one. */
  action?: { label: string; onAction: () => void } | undefined;
}

/** Default stay of a toast, ms. Source: D-325. */
export const TOAST_MS = 4000;

export interface ToastPort {
  /** @param onGone Called once it has left the screen. */
  show: (message: ToastMessage, onGone: () => void) => void;
}

/**
 * Hands toasts to the view one at a time. The same words twice in a row are one toast.
 *
 * @param loadView Gives the view, asked for when the first toast comes.
 */
export function toastQueue(loadView: () => Promise<ToastPort>): (message: ToastMessage) => void {
  const waiting: ToastMessage[] = [];
  let shown: ToastMessage | undefined;
  const same = (a: ToastMessage | undefined, b: ToastMessage) =>
    a?.text === b.text && a.action?.label === b.action?.label;

  async function showNext(): Promise<void> {
    shown = waiting.shift();
    if (!shown) return;
    try {
      const view = await loadView();
      view.show(shown, () => void showNext());
    } catch {
      // The view could not be fetched; the next toast tries again, with this one first.
      waiting.unshift(shown);
      shown = undefined;
    }
  }

  return (message) => {
    if (same(waiting.at(-1) ?? shown, message)) return;
    waiting.push(message);
    if (!shown) void showNext();
  };
}

/**
 * Shows a toast at the bottom, above the tab bar, after those already waiting.
 * Never for field errors, and never the only copy of a failure that needs a decision.
 */
export const showToast = toastQueue(async () => (await import('./toast-view.tsx')).mountToasts());
