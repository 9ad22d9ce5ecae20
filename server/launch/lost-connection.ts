import { isDatabaseGone } from '#server/db/gone.ts';

const SOCKET_CALLS = new Set(['read', 'write', 'connect', 'shutdown', 'getaddrinfo']);

/**
 * True for an error of a connection, to the database or to anything else. Such an error may reach the process without
 * a listener or a catch (a driver that writes to a socket that has just closed); it says nothing about the state of
 * this process, so the server reports it and goes on. What was under way over that connection fails by itself.
 */
export const isLostConnection = (error: unknown): boolean => {
  if (isDatabaseGone(error)) return true;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return (code === 'EPIPE' || code === 'ECONNRESET' || code === 'ECONNREFUSED') && SOCKET_CALLS.has(syscall ?? '');
};
