import path from 'node:path';
import { loadOrCreateSecret, loadOrCreateVapidKeys } from './config-keys.ts';
import type { VapidKeys } from './config-keys.ts';
import { readSettings } from './config-settings.ts';
import type { FcmWebConfig, ServiceAccount, Settings } from './config-settings.ts';
import type { LogLevel } from './log.ts';

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
  logLevel: LogLevel;
  /** Upper limit of an upload's size, also above the server variables. Source: D-16. */
  uploadCeilingBytes: number;
  mail: MailConfig;
  sms: SmsConfig;
  push: PushConfig;
  objects: { kind: 'folder'; path: string };
  media: { ffmpegPath?: string | undefined };
  jobs: { concurrency: number };
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
  const { settings, problems } = readSettings(env);
  if (!settings) throw new ConfigError(problems);
  const missing = [...missingForChoices(settings), ...missingInProduction(settings)];
  if (missing.length > 0) throw new ConfigError(missing);

  const dataDir = path.resolve(settings.DATA_DIR);
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const host = new URL(publicUrl).hostname;
  const supportEmail = settings.SUPPORT_EMAIL ?? `support@${host === 'localhost' ? 'sideline.example' : host}`;
  return {
    nodeEnv: settings.NODE_ENV,
    port: settings.PORT,
    host: settings.HOST,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    publicUrl,
    publicSiteUrl: settings.PUBLIC_SITE_URL ?? `${publicUrl}/welcome`,
    supportEmail,
    secret: settings.SIDELINE_SECRET ?? loadOrCreateSecret(dataDir),
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    uploadCeilingBytes: settings.UPLOAD_CEILING_BYTES,
    mail: mail(settings, supportEmail),
    sms: sms(settings),
    push: push(settings, dataDir, supportEmail),
    objects: { kind: 'folder', path: path.resolve(settings.OBJECTS_DIR ?? path.join(dataDir, 'objects')) },
    media: { ffmpegPath: settings.FFMPEG_PATH },
    jobs: { concurrency: settings.JOBS_CONCURRENCY },
    demo: settings.DEMO ?? settings.NODE_ENV !== 'production',
  };
}

const mailKind = (s: Settings) => s.MAIL ?? (s.SMTP_URL ? 'smtp' : 'outbox');
const smsKind = (s: Settings) => s.SMS ?? (s.TWILIO_ACCOUNT_SID ? 'twilio' : 'outbox');
const pushKind = (s: Settings) => s.PUSH ?? (s.FCM_PROJECT_ID ? 'fcm' : 'webpush');

function mail(s: Settings, supportEmail: string): MailConfig {
  const from = s.MAIL_FROM ?? `Sideline <${supportEmail}>`;
  return mailKind(s) === 'smtp' ? { kind: 'smtp', from, url: s.SMTP_URL ?? '' } : { kind: 'outbox', from };
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
    ...needs(s.VAPID_PUBLIC_KEY !== undefined, 'VAPID_PUBLIC_KEY', ['VAPID_PRIVATE_KEY']),
    ...needs(s.VAPID_PRIVATE_KEY !== undefined, 'VAPID_PRIVATE_KEY', ['VAPID_PUBLIC_KEY']),
  ];
}

/** Settings without a default in production: a stand-in is used only if it is set by name. */
function missingInProduction(s: Settings): string[] {
  if (s.NODE_ENV !== 'production') return [];
  const rules: [boolean, string][] = [
    [
      !s.SIDELINE_SECRET,
      'SIDELINE_SECRET is missing; production needs one of at least 32 characters, the same for every server',
    ],
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
    [!s.OBJECTS && !s.OBJECTS_DIR, 'OBJECTS_DIR is missing; set it, or OBJECTS=folder to keep files below DATA_DIR'],
  ];
  return rules.filter(([isMissing]) => isMissing).map(([, message]) => message);
}
