import { pino } from 'pino';
import type { DestinationStream, Logger, LoggerOptions } from 'pino';
import { lineWriter } from './log-lines.ts';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Keys whose values never reach a log line, wherever in the first three levels they stand. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'access',
  'refresh',
  'confirmationCode',
  'verificationCode',
  'secret',
  'clientSecret',
  'registrationId',
  'vapidPrivateKey',
  'privateKey',
  'private_key',
  'authToken',
  'apiKey',
  'signature',
  'databaseUrl',
];

const quoted = (key: string) => (/^\w+$/.test(key) ? `.${key}` : `["${key}"]`);
// `code` alone is a secret in what people send, and the most useful word of an error.
const SECRET_PATHS = ['code', 'body.code', 'input.code', 'query.code', 'params.code'].concat(
  SECRET_KEYS.flatMap((key) => [quoted(key).replace(/^\./, ''), `*${quoted(key)}`, `*.*${quoted(key)}`]),
);

/**
 * The server's log: one JSON object a line on stdout, or one readable line where a person watches
 * a terminal. Secrets are replaced before anything is written.
 *
 * @param destination Where the JSON lines go; tests pass their own.
 */
export function createLog(
  config: { logLevel: LogLevel },
  destination: DestinationStream = process.stdout.isTTY ? lineWriter(process.stdout) : process.stdout,
): Log {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
  };
  return pino(options, destination);
}
