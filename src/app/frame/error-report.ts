import { reportClientError } from '#contract/pages.ts';
import { CallError, sendCall } from '#store/api.ts';
import { isMissingFile } from '#ui/missing-file.ts';

const REPORTS_MAX = 5;
let reports = 0;
/** Messages of the errors of this page load, for technical support. Source: D-170. */
export const lastErrors: string[] = [];

/** The person stopped what they began, which is no error. */
const isCancelled = (error: unknown): boolean => error instanceof CallError && error.kind === 'cancelled';

/** Reports an unexpected error to the server, without personal data; at most REPORTS_MAX per page load. */
export const reportError = (error: unknown): void => {
  if (reports >= REPORTS_MAX || isMissingFile(error) || isCancelled(error)) return;
  reports += 1;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  lastErrors.push(message);
  void sendCall(reportClientError, {
    message: message.slice(0, 1000) || 'unknown',
    stack: (stack ?? '').slice(0, 8000),
    version: __APP_VERSION__,
    path: location.pathname.slice(0, 300),
  }).catch(() => {});
};

export const reportUncaught = (): void => {
  addEventListener('error', ({ error, message }) => {
    // Harmless: a ResizeObserver delivers the remaining changes in the next frame.
    if (!message.startsWith('ResizeObserver loop')) reportError(error ?? message);
  });
  addEventListener('unhandledrejection', (event) => reportError(event.reason));
};
