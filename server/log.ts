import { pino } from 'pino';
import type { DestinationStream, Logger, LoggerOptions } from 'pino';
import { lineWriter } from './log-lines.ts';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Keys whose values are hidden in log lines, in the first three levels of an object. */
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
// `code` is a secret in requests, but needed in errors, so only these paths are hidden.
const SECRET_PATHS = ['code', 'body.code', 'input.code', 'query.code', 'params.code'].concat(
  SECRET_KEYS.flatMap((key) => [quoted(key).replace(/^\./, ''), `*${quoted(key)}`, `*.*${quoted(key)}`]),
);

/**
 * Creates the server's log on stdout: one JSON object per line, or a short line on a terminal. Secrets are hidden.
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
