import { reportClientError } from '#contract/pages.ts';
import { sendCall } from '#store/api.ts';
import { isMissingFile } from '#ui/missing-file.ts';

const REPORTS_MAX = 5;
let reports = 0;

/** Tells the server of an error nobody expected, without anything of the person; a few a page at most. */
export const reportError = (error: unknown): void => {
  if (reports >= REPORTS_MAX || isMissingFile(error)) return;
  reports += 1;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  void sendCall(reportClientError, {
    message: message.slice(0, 1000) || 'unknown',
    stack: (stack ?? '').slice(0, 8000),
    version: __APP_VERSION__,
    path: location.pathname.slice(0, 300),
  }).catch(() => {});
};

export const reportUncaught = (): void => {
  addEventListener('error', ({ error, message }) => {
    // The browser's word that a size changed once more than it looks at in one frame; it looks again in the next.
    if (!message.startsWith('ResizeObserver loop')) reportError(error ?? message);
  });
  addEventListener('unhandledrejection', (event) => reportError(event.reason));
};
