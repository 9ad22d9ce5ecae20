import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import webpush from 'web-push';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(path.join(os.tmpdir(), 'config-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

function problems(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const production = {
  NODE_ENV: 'production',
  SIDELINE_SECRET: 'q8Wm2xT0vZ4bN6yR1kP9sL3dF7hJ5gCa',
  PUBLIC_URL: 'https://app.example/',
  DATABASE_URL: 'postgres://db/app',
  MAIL: 'outbox',
  SMS: 'outbox',
  PUSH: 'webpush',
  OBJECTS: 'folder',
};

test('without settings everything has a default, with stand-ins and the demo', () => {
  const config = readConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({
    nodeEnv: 'development',
    port: 3000,
    dataDir,
    databaseUrl: undefined,
    publicUrl: 'http://localhost:3000',
    uploadCeilingBytes: 1e9,
    mail: { kind: 'outbox' },
    sms: { kind: 'outbox' },
    push: { kind: 'webpush' },
    objects: { kind: 'folder', path: path.join(dataDir, 'objects') },
    demo: true,
  });
});

test('the secret and the push keys are made once, and only the owner may read them', () => {
  const [first, second] = [readConfig({ DATA_DIR: dataDir }), readConfig({ DATA_DIR: dataDir })];
  expect(first.secret.length).toBeGreaterThanOrEqual(32);
  expect(second.secret).toBe(first.secret);
  expect(second.push).toEqual(first.push);
  for (const name of ['secret', 'vapid.json']) expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
});

test('Web Push accepts the generated keys', () => {
  const { push } = readConfig({ DATA_DIR: dataDir });
  if (push.kind !== 'webpush') throw new Error('expected Web Push');
  const { subject, vapid } = push;
  const headers = webpush.getVapidHeaders(
    'https://push.example',
    subject,
    vapid.publicKey,
    vapid.privateKey,
    'aes128gcm',
  );
  expect(headers.Authorization).toContain('vapid t=');
});

test('reports every wrong variable with the reason, all at once', () => {
  expect(problems({ PORT: 'abc', LOG_LEVEL: 'loud', PUBLIC_URL: 'ftp://x', UPLOAD_CEILING_BYTES: '-1' })).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'PUBLIC_URL must be an address that starts with http:// or https://',
    'LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent',
    expect.stringMatching(/^UPLOAD_CEILING_BYTES must be a whole number from 1 to /),
  ]);
});

test('an empty variable counts as not set', () => {
  expect(problems({ PORT: '', SMTP_URL: '', DATABASE_URL: '' })).toEqual([]);
});

test('production without other settings reports each missing one and makes no files', () => {
  expect(problems({ NODE_ENV: 'production' }).map((line) => line.split(' ')[0])).toEqual([
    'SIDELINE_SECRET',
    'PUBLIC_URL',
    'DATABASE_URL',
    'SMTP_URL',
    'TWILIO_ACCOUNT_SID',
    'FCM_PROJECT_ID',
    'OBJECTS_DIR',
  ]);
  expect(() => readFileSync(path.join(dataDir, 'secret'))).toThrow('ENOENT');
});

test('a secret that somebody could guess is refused', () => {
  for (const secret of ['x'.repeat(40), 'abcabcabc'.repeat(5)])
    expect(problems({ SIDELINE_SECRET: secret })).toEqual([expect.stringMatching(/^SIDELINE_SECRET must be random/)]);
});

test('production uses stand-ins that are set by name, and no demo', () => {
  const config = readConfig({ DATA_DIR: dataDir, ...production });
  expect(config).toMatchObject({ demo: false, publicUrl: 'https://app.example', mail: { kind: 'outbox' } });
});

test('reports the missing settings of a partly configured service', () => {
  expect(problems({ TWILIO_ACCOUNT_SID: 'AC1', PUSH: 'fcm', MAIL: 'smtp' }).map((line) => line.split(' ')[0])).toEqual([
    'SMTP_URL',
    'MAIL_FROM',
    'TWILIO_AUTH_TOKEN',
    'TWILIO_FROM',
    'FCM_PROJECT_ID',
    'FCM_SERVICE_ACCOUNT',
    'FCM_WEB_CONFIG',
    'FCM_VAPID_KEY',
  ]);
});

test('Firebase settings are read from JSON', () => {
  const config = readConfig({
    DATA_DIR: dataDir,
    FCM_PROJECT_ID: 'p',
    FCM_VAPID_KEY: 'k',
    FCM_SERVICE_ACCOUNT: JSON.stringify({ client_email: 'a@b', private_key: 'pem' }),
    FCM_WEB_CONFIG: JSON.stringify({ apiKey: 'a', projectId: 'p', messagingSenderId: '1', appId: '2' }),
  });
  expect(config.push).toMatchObject({
    kind: 'fcm',
    serviceAccount: { client_email: 'a@b' },
    webConfig: { appId: '2' },
  });
});
