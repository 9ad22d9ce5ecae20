/** Shows toasts from any code, without React; Base UI is loaded with the first toast. Source: design §5. */

export interface ToastMessage {
  text: string;
  /** `status` (default) and `success` are announced politely, `failure` at once. */
  kind?: 'status' | 'success' | 'failure' | 'upload' | undefined;
  /** Display time, ms. Default 4000 (D-325). 0: until dismissed. */
  durationMs?: number | undefined;
  action?: { label: string; onAction: () => void } | undefined;
}

/** Default display time of a toast, ms. Source: D-325. */
export const TOAST_MS = 4000;

export interface ToastPort {
  /** @param onGone Called when the toast has left the screen. */
  show: (message: ToastMessage, onGone: () => void) => void;
}

/**
 * Passes toasts to the view one at a time. Two equal toasts in a row are shown once.
 *
 * @param loadView Loads the view; called for each toast.
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
      // The view could not be loaded; the next toast retries, with this one first.
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
 * Not for field errors, nor as the only message about a failure that needs a decision.
 */
export const showToast = toastQueue(async () => (await import('./toast-view.tsx')).mountToasts());
