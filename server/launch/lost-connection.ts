import { isDatabaseGone } from '#server/db/gone.ts';

const SOCKET_CALLS = new Set(['read', 'write', 'connect', 'shutdown', 'getaddrinfo']);

/**
 * True for an error of a connection, to the database or to another service. Such an error may be unhandled (a driver that
 * writes to a socket that has just closed). This process is still sound, so the server logs it and continues; the work
 * that used the connection fails separately.
 */
export const isLostConnection = (error: unknown): boolean => {
  if (isDatabaseGone(error)) return true;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return (code === 'EPIPE' || code === 'ECONNRESET' || code === 'ECONNREFUSED') && SOCKET_CALLS.has(syscall ?? '');
};
