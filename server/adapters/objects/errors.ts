/** The disk or its quota is full. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  constructor(options?: { cause?: unknown }) {
    super('There is no room left on the disk.', options);
  }
}

/** A key of a shape that no object can have. */
export class BadObjectKeyError extends Error {
  override readonly name = 'BadObjectKeyError';
  constructor() {
    super('An object key is words of letters, digits, ".", "_" and "-" joined by "/".');
  }
}

/** The system's code of an error (`ENOENT`), if it has one. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Converts every "disk full" error to StorageFullError; returns other errors unchanged. */
export const asStorageError = (error: unknown): unknown => {
  const code = systemCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFullError({ cause: error }) : error;
};

/** Whether an error means that a file or folder does not exist. */
export const isMissing = (error: unknown): boolean => {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
};
