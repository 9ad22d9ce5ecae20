import path from 'node:path';
import { loadOrCreateSecret, loadOrCreateVapidKeys } from './config-keys.ts';
import type { VapidKeys } from './config-keys.ts';
import { readSettings } from './config-settings.ts';
import type { FcmWebConfig, JailMode, ServiceAccount, Settings } from './config-settings.ts';
import type { TrustedProxies } from './config-proxies.ts';
import type { LogLevel } from './log.ts';
import { mixedKeys, readPayments, STRIPE_KEYS, usesStripe, type PaymentsConfig } from './config-payments.ts';
import { readObjects, S3_KEYS, unusedForS3, usesS3, type ObjectsConfig } from './config-objects.ts';

export type MailConfig = { kind: 'outbox'; from: string } | { kind: 'smtp'; from: string; url: string };
export type SmsConfig =
  | { kind: 'outbox' }
  | { kind: 'twilio'; url: string; accountSid: string; authToken: string; from: string };
export type PushConfig =
  | { kind: 'webpush'; vapid: VapidKeys; subject: string }
  | {
      kind: 'fcm';
      url: string;
      projectId: string;
      serviceAccount: ServiceAccount;
      webConfig: FcmWebConfig;
      vapidKey: string;
    };

export type Config = {
  nodeEnv: 'development' | 'production' | 'test';
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded PostgreSQL below dataDir. */
  databaseUrl?: string | undefined;
  /** Address of the app, without a slash at the end. */
  publicUrl: string;
  /** The product's public website ("About"). Source: D-172. */
  publicSiteUrl: string;
  supportEmail: string;
  /** Signs addresses of media and uploads. */
  secret: string;
  /** Bearer token of `/metrics` and the OpenAPI document; without one production answers neither. */
  metricsToken: string | undefined;
  /** Whose `X-Forwarded-For` names the client. Without a setting, that of proxies on this machine. */
  trustedProxies: TrustedProxies;
  /** Whether the setting says who is in front. */
  namesProxies: boolean;
  /** Open connections of this process, at most. */
  connectionsMax: number;
  /** Memory for the bodies of requests, bytes. */
  bodiesBytes: number;
  logLevel: LogLevel;
  /** Upper limit of an upload's size, also above the server variables. Source: D-16. */
  uploadCeilingBytes: number;
  mail: MailConfig;
  /** Where mails that cannot be delivered come back, and the token of who hands them in; undefined: nowhere. */
  bounces: { address: string; token: string } | undefined;
  sms: SmsConfig;
  push: PushConfig;
  objects: ObjectsConfig;
  payments: PaymentsConfig;
  media: {
    ffmpegPath?: string | undefined;
    /** The only kind of jail that is used; undefined: the strongest that works. */
    jail: JailMode | undefined;
    /** How far media programs come behind the server, as `nice` counts. */
    nice: number;
    /** Minutes of media that a scope may have encoded on one day. */
    minutesPerDay: number;
  };
  jobs: { concurrency: number };
  /** Whether tests may move the clock of the services; never in production. */
  hasMovableClock: boolean;
  /** Whether the demo data are inserted, and the demo passwords shown. */
  demo: boolean;
};

/** Wrong or missing settings, one line per variable. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The settings need a change:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the server's configuration from environment variables. The defaults work on a developer's machine; in production
 * stand-ins must be set by name. Creates the secret and the push keys in DATA_DIR if they are neither set nor there.
 *
 * @throws ConfigError naming every wrong or missing variable at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { settings: read, problems } = readSettings(env);
  if (!read) throw new ConfigError(problems);
  const settings = { ...read, NODE_ENV: read.NODE_ENV ?? modeOf(read) };
  const wrong = [...missingForChoices(settings), ...missingInProduction(settings), ...refusedInDevelopment(settings)];
  if (wrong.length > 0) throw new ConfigError(wrong);

  const dataDir = path.resolve(settings.DATA_DIR);
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const host = new URL(publicUrl).hostname;
  const supportEmail = settings.SUPPORT_EMAIL ?? `support@${host === 'localhost' ? 'sideline.example' : host}`;
  return {
    nodeEnv: settings.NODE_ENV,
    port: settings.PORT,
    // Development has open passwords and an outbox: other machines reach it only where HOST says so.
    host: settings.HOST ?? (settings.NODE_ENV === 'development' ? '127.0.0.1' : '0.0.0.0'),
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    publicUrl,
    publicSiteUrl: settings.PUBLIC_SITE_URL ?? `${publicUrl}/welcome`,
    supportEmail,
    secret: settings.SIDELINE_SECRET ?? loadOrCreateSecret(dataDir),
    metricsToken: settings.METRICS_TOKEN,
    trustedProxies: settings.TRUSTED_PROXIES ?? { networks: [] },
    namesProxies: settings.TRUSTED_PROXIES !== undefined,
    connectionsMax: settings.CONNECTIONS_MAX,
    bodiesBytes: settings.BODIES_MB * 1e6,
    logLevel: settings.LOG_LEVEL,
    uploadCeilingBytes: settings.UPLOAD_CEILING_BYTES,
    mail: mail(settings, supportEmail),
    bounces: bounces(settings),
    sms: sms(settings),
    push: push(settings, dataDir, supportEmail),
    objects: readObjects(settings),
    payments: readPayments(settings),
    media: {
      ffmpegPath: settings.FFMPEG_PATH,
      jail: settings.MEDIA_JAIL,
      nice: settings.MEDIA_NICE,
      minutesPerDay: settings.MEDIA_MINUTES_PER_DAY,
    },
    jobs: { concurrency: settings.JOBS_CONCURRENCY },
    hasMovableClock: settings.CLOCK === 'movable',
    demo: settings.DEMO ?? settings.NODE_ENV !== 'production',
  };
}

const isLocalHost = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host.toLowerCase());
const isLocalAddress = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLocalHost(hostname);
};

/**
 * What a server is that no NODE_ENV names: development if only this machine can reach it, as after `npm start` in a new
 * clone; production as soon as a setting names another place. Source: docs/decisions/0032.
 */
const modeOf = ({ HOST, PUBLIC_URL }: Pick<Settings, 'HOST' | 'PUBLIC_URL'>): 'development' | 'production' =>
  (HOST === undefined || isLocalHost(HOST)) && (PUBLIC_URL === undefined || isLocalAddress(PUBLIC_URL))
    ? 'development'
    : 'production';

const refusedInDevelopment = ({ NODE_ENV, PUBLIC_URL }: Settings): string[] =>
  NODE_ENV === 'development' && PUBLIC_URL !== undefined && !isLocalAddress(PUBLIC_URL)
    ? [
        'NODE_ENV must not be development with this PUBLIC_URL; development has known passwords and shows every code, so it is for http://localhost only',
      ]
    : [];

const mailKind = (s: Settings) => s.MAIL ?? (s.SMTP_URL ? 'smtp' : 'outbox');
const smsKind = (s: Settings) => s.SMS ?? (s.TWILIO_ACCOUNT_SID ? 'twilio' : 'outbox');
const pushKind = (s: Settings) => s.PUSH ?? (s.FCM_PROJECT_ID ? 'fcm' : 'webpush');

function mail(s: Settings, supportEmail: string): MailConfig {
  const from = s.MAIL_FROM ?? `Sideline <${supportEmail}>`;
  return mailKind(s) === 'smtp' ? { kind: 'smtp', from, url: s.SMTP_URL ?? '' } : { kind: 'outbox', from };
}

function bounces({ MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_TOKEN: token }: Settings): Config['bounces'] {
  return address && token ? { address, token } : undefined;
}

function sms(s: Settings): SmsConfig {
  if (smsKind(s) === 'outbox') return { kind: 'outbox' };
  const { TWILIO_URL: url, TWILIO_ACCOUNT_SID = '', TWILIO_AUTH_TOKEN = '', TWILIO_FROM = '' } = s;
  return { kind: 'twilio', url, accountSid: TWILIO_ACCOUNT_SID, authToken: TWILIO_AUTH_TOKEN, from: TWILIO_FROM };
}

function push(s: Settings, dataDir: string, supportEmail: string): PushConfig {
  const { FCM_PROJECT_ID: projectId, FCM_SERVICE_ACCOUNT: serviceAccount, FCM_WEB_CONFIG: webConfig } = s;
  if (pushKind(s) === 'fcm' && projectId && serviceAccount && webConfig)
    return { kind: 'fcm', url: s.FCM_URL, projectId, serviceAccount, webConfig, vapidKey: s.FCM_VAPID_KEY ?? '' };
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = s;
  const vapid = publicKey && privateKey ? { publicKey, privateKey } : loadOrCreateVapidKeys(dataDir);
  return { kind: 'webpush', vapid, subject: `mailto:${supportEmail}` };
}

/** Settings that a chosen service needs and that are not set. */
function missingForChoices(s: Settings): string[] {
  const needs = (chosen: boolean, why: string, names: (keyof Settings)[]) =>
    chosen ? names.filter((name) => s[name] === undefined).map((name) => `${name} is missing; ${why} needs it`) : [];
  return [
    ...needs(mailKind(s) === 'smtp', 'mail by SMTP (MAIL=smtp)', ['SMTP_URL', 'MAIL_FROM']),
    ...needs(s.MAIL_BOUNCE_ADDRESS !== undefined, 'MAIL_BOUNCE_ADDRESS', ['MAIL_BOUNCE_TOKEN']),
    ...needs(s.MAIL_BOUNCE_TOKEN !== undefined, 'MAIL_BOUNCE_TOKEN', ['MAIL_BOUNCE_ADDRESS']),
    ...needs(smsKind(s) === 'twilio', 'text messages by Twilio', [
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_FROM',
    ]),
    ...needs(pushKind(s) === 'fcm', 'push by Firebase', [
      'FCM_PROJECT_ID',
      'FCM_SERVICE_ACCOUNT',
      'FCM_WEB_CONFIG',
      'FCM_VAPID_KEY',
    ]),
    ...needs(usesS3(s), 'S3 (OBJECTS=s3)', [...S3_KEYS]),
    ...unusedForS3(s),
    ...needs(usesStripe(s), 'Stripe', [...STRIPE_KEYS]),
    ...mixedKeys(s),
    ...needs(s.VAPID_PUBLIC_KEY !== undefined, 'VAPID_PUBLIC_KEY', ['VAPID_PRIVATE_KEY']),
    ...needs(s.VAPID_PRIVATE_KEY !== undefined, 'VAPID_PRIVATE_KEY', ['VAPID_PUBLIC_KEY']),
  ];
}

/** What production does not have by default: a stand-in is used only if it is set by name. */
function missingInProduction(s: Settings): string[] {
  if (s.NODE_ENV !== 'production') return [];
  const rules: [boolean, string][] = [
    [
      !s.SIDELINE_SECRET,
      'SIDELINE_SECRET is missing; production needs one of at least 32 characters, the same for every server',
    ],
    [s.DEMO === true, 'DEMO must not be true in production; everybody knows the passwords of the demo'],
    [s.CLOCK !== undefined, 'CLOCK must not be set in production; with it a test moves the time of all that is billed'],
    [!s.PUBLIC_URL, 'PUBLIC_URL is missing; production needs the address where people reach the app'],
    [
      !s.DATABASE_URL && !s.DATABASE,
      'DATABASE_URL is missing; set it, or DATABASE=embedded for the PostgreSQL that comes along',
    ],
    [!s.SMTP_URL && !s.MAIL, 'SMTP_URL is missing; set it, or MAIL=outbox to run without mails'],
    [
      !s.TWILIO_ACCOUNT_SID && !s.SMS,
      'TWILIO_ACCOUNT_SID is missing; set it, or SMS=outbox to run without text messages',
    ],
    [!s.FCM_PROJECT_ID && !s.PUSH, 'FCM_PROJECT_ID is missing; set it, or PUSH=webpush for standard Web Push'],
    [
      !s.OBJECTS && !s.OBJECTS_DIR && !s.S3_BUCKET,
      'OBJECTS_DIR is missing; set it, or OBJECTS=folder to keep files below DATA_DIR, or S3_BUCKET',
    ],
  ];
  return rules.filter(([isMissing]) => isMissing).map(([, message]) => message);
}
