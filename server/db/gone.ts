/** Error codes of the system and of PostgreSQL for which a retry can succeed. */
const GONE = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Shutting down, crashed, starting; too many connections; connection lost; serialization failure, deadlock; disk full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  '40001',
  '40P01',
  '53100',
]);
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable/;

/** True if an error of the database driver means that the database is unavailable or overloaded: a retry can succeed. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof Error && (GONE.has((error as { code?: string }).code ?? '') || LOST.test(error.message));
