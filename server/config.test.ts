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

test('objects in S3 need the whole of its settings, and a folder none of them', () => {
  const s3 = { S3_BUCKET: 'files', S3_REGION: 'eu-central-1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  const objects = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).objects;
  expect(objects({})).toEqual({ kind: 'folder', path: path.join(dataDir, 'objects') });
  expect(objects({ ...s3, S3_ENDPOINT: 'https://s3.example/', S3_PREFIX: 'sideline' })).toEqual({
    kind: 's3',
    path: path.join(dataDir, 'objects'),
    s3: {
      bucket: 'files',
      region: 'eu-central-1',
      endpoint: 'https://s3.example',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      prefix: 'sideline/',
      isPathStyle: true,
    },
  });
  expect(objects(s3)).toMatchObject({ s3: { prefix: '', isPathStyle: false } });
  const missing = (names: string[]) => names.map((name) => `${name} is missing; S3 (OBJECTS=s3) needs it`);
  expect(problems({ OBJECTS: 's3' })).toEqual(missing(Object.keys(s3)));
  for (const name of Object.keys(s3)) expect(problems({ ...s3, [name]: '' })).toEqual(missing([name]));
  expect(problems({ ...s3, OBJECTS: 'folder' })).toEqual([
    expect.stringMatching(/^OBJECTS is folder although S3_BUCKET/),
  ]);
  expect(problems({ ...s3, S3_PREFIX: '../x y' })).toEqual([expect.stringMatching(/^S3_PREFIX must be words/)]);
});

test('a secret that somebody could guess is refused', () => {
  for (const secret of ['x'.repeat(40), 'abcabcabc'.repeat(5)])
    expect(problems({ SIDELINE_SECRET: secret })).toEqual([expect.stringMatching(/^SIDELINE_SECRET must be random/)]);
});

test('a server that only its machine reaches is development, every other one production, unless NODE_ENV says so', () => {
  const mode = (env: NodeJS.ProcessEnv) => {
    const { nodeEnv, host, demo } = readConfig({ DATA_DIR: dataDir, ...production, NODE_ENV: '', ...env });
    return [nodeEnv, host, demo];
  };
  const local = { PUBLIC_URL: '' };
  expect(mode(local)).toEqual(['development', '127.0.0.1', true]);
  expect(mode({ PUBLIC_URL: 'http://localhost:4000', HOST: '127.0.0.1' })).toEqual(['development', '127.0.0.1', true]);
  expect(mode({})).toEqual(['production', '0.0.0.0', false]);
  expect(mode({ PUBLIC_URL: 'http://192.168.1.5:3000' })).toEqual(['production', '0.0.0.0', false]);
  expect(mode({ PUBLIC_URL: 'http://localhost:3000', HOST: '0.0.0.0' })).toEqual(['production', '0.0.0.0', false]);
  expect(mode({ ...local, NODE_ENV: 'development', HOST: '0.0.0.0' })).toEqual(['development', '0.0.0.0', true]);
  expect(problems({ HOST: '0.0.0.0' })).toContainEqual(expect.stringMatching(/^PUBLIC_URL is missing/));
});

test('development is refused at a public address, and the demo in production', () => {
  for (const address of ['https://club.example.org', 'http://192.168.1.5:3000', 'https://localhost:3000'])
    expect(problems({ NODE_ENV: 'development', PUBLIC_URL: address })).toEqual([
      expect.stringMatching(/^NODE_ENV must not be development with this PUBLIC_URL/),
    ]);
  expect(problems({ ...production, DEMO: 'true' })).toEqual([expect.stringMatching(/^DEMO must not be true/)]);
});

test('TRUSTED_PROXIES names networks, or how many proxies there are', () => {
  const read = (text: string) => readConfig({ DATA_DIR: dataDir, TRUSTED_PROXIES: text }).trustedProxies;
  expect(read('loopback, 10.0.0.0/8')).toEqual({ networks: ['10.0.0.0/8'] });
  expect(read('2')).toEqual({ hops: 2 });
  for (const wrong of ['proxy.internal', '0', '10.0.0.0/40', '2, 10.0.0.0/8'])
    expect(problems({ TRUSTED_PROXIES: wrong })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES must be networks/)]);
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

test('returned mails need an address with room for a token, and the token of who hands them in', () => {
  const good = { MAIL_BOUNCE_ADDRESS: 'bounces@club.example', MAIL_BOUNCE_TOKEN: 't'.repeat(32) };
  const bounces = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).bounces;
  expect(bounces({})).toBeUndefined();
  expect(bounces(good)).toEqual({ address: 'bounces@club.example', token: 't'.repeat(32) });
  for (const [name, value] of Object.entries(good))
    expect(problems({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^MAIL_BOUNCE_\\w+ is missing; ${name} needs it$`)),
    ]);
  for (const address of [`${'b'.repeat(21)}@club.example`, 'bounces+x@club.example'])
    expect(problems({ ...good, MAIL_BOUNCE_ADDRESS: address })).toEqual([
      expect.stringMatching(/^MAIL_BOUNCE_ADDRESS must have at most 20/),
    ]);
  expect(problems({ ...good, MAIL_BOUNCE_TOKEN: 'short' })).toEqual([
    expect.stringMatching(/^MAIL_BOUNCE_TOKEN must have at least 32/),
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

test('media programs come after the server, as far as it is set', () => {
  expect(readConfig({ DATA_DIR: dataDir }).media.nice).toBe(10);
  expect(readConfig({ DATA_DIR: dataDir, MEDIA_NICE: '0' }).media.nice).toBe(0);
  expect(problems({ MEDIA_NICE: '-5' })).toHaveLength(1);
});

test('an open jail is used in production only if it is set by name', () => {
  expect(readConfig({ DATA_DIR: dataDir, ...production }).media).toMatchObject({ jail: undefined, minutesPerDay: 600 });
  expect(readConfig({ DATA_DIR: dataDir, ...production, MEDIA_JAIL: 'limits' }).media.jail).toBe('limits');
  expect(problems({ MEDIA_JAIL: 'none' })).toEqual(['MEDIA_JAIL must be one of: namespaces, bubblewrap, user, limits']);
});

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
};

test('D-194 payments: the sandbox in development; in production none without keys, and the sandbox only by name', () => {
  const kindOf = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...env }).payments.kind;
  expect(kindOf({})).toBe('sandbox');
  expect(kindOf(production)).toBe('none');
  expect(kindOf({ ...production, PAYMENTS: 'sandbox' })).toBe('sandbox');
  expect(kindOf({ ...production, ...STRIPE })).toBe('stripe');
  expect(kindOf({ ...STRIPE, PAYMENTS: 'none' })).toBe('none');
});

test('the clock can be moved only where a setting says so, and never in production', () => {
  expect(readConfig({ DATA_DIR: dataDir }).hasMovableClock).toBe(false);
  expect(readConfig({ DATA_DIR: dataDir, CLOCK: 'movable' }).hasMovableClock).toBe(true);
  expect(problems({ ...production, CLOCK: 'movable' })).toEqual([
    'CLOCK must not be set in production; with it a test moves the time of all that is billed',
  ]);
});

test('Stripe needs its three keys, of one mode', () => {
  expect(problems({ STRIPE_SECRET_KEY: STRIPE.STRIPE_SECRET_KEY }).map((line) => line.split(' ')[0])).toEqual([
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
  expect(problems({ PAYMENTS: 'stripe' })).toHaveLength(3);
  expect(problems({ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live, as STRIPE_SECRET_KEY',
  ]);
  const mixedUp = problems({ ...STRIPE, STRIPE_SECRET_KEY: STRIPE.STRIPE_PUBLISHABLE_KEY });
  expect(mixedUp).toEqual(['STRIPE_SECRET_KEY must be a secret or restricted key of Stripe (sk_… or rk_…)']);
});
