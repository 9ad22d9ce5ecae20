const NAME = 'MissingFile';

/**
 * Marks an error as a failed load of an app file (chunk or style). The message is changed because the router reloads the
 * page when it recognises the browser's own message.
 */
export const nameMissingFile = (error: Error): void => {
  error.name = NAME;
  error.message = `An app file failed to load: ${error.message}`;
};

/** Whether an app file failed to load: no network, or a deploy removed it. */
export const isMissingFile = (error: unknown): boolean => error instanceof Error && error.name === NAME;

/** Rejects unhandled, so that the global handler (src/app/frame/missing-file.ts) shows the error to the person. */
export const reportUnhandled = (error: unknown): void => void Promise.reject(error);
