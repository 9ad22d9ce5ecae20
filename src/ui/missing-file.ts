const NAME = 'MissingFile';

/** Marks an error as that of a file of the app that could not be loaded; a router that knows the browser's words for it would reload. */
export const nameMissingFile = (error: Error): void => {
  error.name = NAME;
  error.message = `A file did not come: ${error.message}`;
};

/** A file of the app could not be loaded: no network, or a deploy took it away. */
export const isMissingFile = (error: unknown): boolean => error instanceof Error && error.name === NAME;

/** Has it said, by whoever listens for what nobody caught (src/app/frame/missing-file.ts). */
export const letBeSaid = (error: unknown): void => void Promise.reject(error);
