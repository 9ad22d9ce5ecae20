/** Codes of the system and of PostgreSQL that say: not now, try again. */
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
  // Ending, crashed, starting; too many connections; connection lost; two transactions met; no room on its disk.
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

/** Whether an error of the database's driver means that the database is away or overrun, so that a repeat may succeed. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof Error && (GONE.has((error as { code?: string }).code ?? '') || LOST.test(error.message));
