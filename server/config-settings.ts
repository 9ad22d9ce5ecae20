import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { proxies } from './config-proxies.ts';
import { LOG_LEVELS } from './log.ts';

/** The kinds of jail for media programs, strongest first. Source: decision 0034. */
export const JAIL_MODES = ['namespaces', 'bubblewrap', 'user', 'limits'] as const;
export type JailMode = (typeof JAIL_MODES)[number];

/** Every setting that the server reads from its environment: its type, its default, and the error message. */
const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
};

const address = (...protocols: string[]) => {
  const isOne = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
  const message = `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`;
  return v.pipe(
    v.string(),
    v.check(isOne, message),
    v.transform((text) => text.replace(/\/+$/, '')),
  );
};

const oneOf = <const T extends readonly string[]>(words: T) => v.picklist(words, `must be one of: ${words.join(', ')}`);

const yesNo = v.pipe(
  oneOf(['true', 'false', '1', '0']),
  v.transform((text) => text === 'true' || text === '1'),
);
const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
/** Ends with '/', so that one place's keys never begin like another's. */
const keyPrefix = v.pipe(
  v.string(),
  v.regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be words of letters, digits, ".", "_" and "-" joined by "/"'),
  v.transform((prefix) => (prefix.endsWith('/') ? prefix : `${prefix}/`)),
);
const mailAddress = v.pipe(v.string(), v.email('must be an e-mail address'));

const fromJson = <T>(shape: v.GenericSchema<unknown, T>, message: string) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = parseJson(dataset.value);
      const result = v.safeParse(shape, read);
      if (result.success) return result.output;
      addIssue({ message });
      return NEVER;
    }),
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trimStart().startsWith('{') || !existsSync(text) ? text : readFileSync(text, 'utf8'));
  } catch {
    return undefined;
  }
}

const serviceAccount = fromJson(
  v.object({ client_email: v.string(), private_key: v.string(), token_uri: v.optional(v.string()) }),
  'must be the service account as JSON, or the path of its file (with client_email and private_key)',
);
const webConfig = fromJson(
  v.object({ apiKey: v.string(), projectId: v.string(), messagingSenderId: v.string(), appId: v.string() }),
  'must be the web app configuration as JSON, or the path of its file (apiKey, projectId, messagingSenderId, appId)',
);

export const Settings = v.object({
  NODE_ENV: v.optional(oneOf(['development', 'production', 'test'])),
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(text),
  DATA_DIR: v.optional(text, '.data'),
  DATABASE: v.optional(oneOf(['embedded'])),
  DATABASE_URL: v.optional(address('postgres:', 'postgresql:')),
  PUBLIC_URL: v.optional(address('http:', 'https:')),
  PUBLIC_SITE_URL: v.optional(address('http:', 'https:')),
  SUPPORT_EMAIL: v.optional(mailAddress),
  SIDELINE_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.minLength(32, 'must have at least 32 characters'),
      v.check((text) => new Set(text).size >= 10, 'must be random; make one with: openssl rand -base64 48'),
    ),
  ),
  TRUSTED_PROXIES: v.optional(proxies),
  CONNECTIONS_MAX: v.optional(wholeNumber(10, 1_000_000), '10000'),
  BODIES_MB: v.optional(wholeNumber(24, 1_000_000), '384'),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: v.optional(oneOf(LOG_LEVELS), 'info'),
  UPLOAD_CEILING_BYTES: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER), '1000000000'),
  DEMO: v.optional(yesNo),
  JOBS_CONCURRENCY: v.optional(wholeNumber(1, 64), '2'),
  MAIL: v.optional(oneOf(['outbox', 'smtp'])),
  SMTP_URL: v.optional(address('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(text),
  /** Where mails that cannot be delivered come back; what stands before the `@` gets `+` and a token. */
  MAIL_BOUNCE_ADDRESS: v.optional(
    v.pipe(
      mailAddress,
      v.regex(/^[\w.-]{1,20}@/, 'must have at most 20 letters, digits, ".", "_" or "-" before the @'),
    ),
  ),
  /** Bearer token of whoever hands returned mails in. */
  MAIL_BOUNCE_TOKEN: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  SMS: v.optional(oneOf(['outbox', 'twilio'])),
  TWILIO_ACCOUNT_SID: v.optional(text),
  TWILIO_AUTH_TOKEN: v.optional(text),
  TWILIO_FROM: v.optional(text),
  TWILIO_URL: v.optional(address('http:', 'https:'), 'https://api.twilio.com'),
  PUSH: v.optional(oneOf(['webpush', 'fcm'])),
  VAPID_PUBLIC_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'must be a VAPID public key (87 characters of base64url)')),
  ),
  VAPID_PRIVATE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be a VAPID private key (43 characters of base64url)')),
  ),
  FCM_PROJECT_ID: v.optional(text),
  FCM_SERVICE_ACCOUNT: v.optional(serviceAccount),
  FCM_WEB_CONFIG: v.optional(webConfig),
  FCM_VAPID_KEY: v.optional(text),
  FCM_URL: v.optional(address('http:', 'https:'), 'https://fcm.googleapis.com'),
  PAYMENTS: v.optional(oneOf(['none', 'sandbox', 'stripe'])),
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(sk|rk)_(test|live)_\w{10,}$/, 'must be a secret or restricted key of Stripe (sk_… or rk_…)'),
    ),
  ),
  STRIPE_PUBLISHABLE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^pk_(test|live)_\w{10,}$/, 'must be a publishable key of Stripe (pk_…)')),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^whsec_\w{10,}$/, 'must be the signing secret of the webhook endpoint (whsec_…)')),
  ),
  /** Of the endpoint for connected accounts: registrations and payouts of Creators. */
  STRIPE_CONNECT_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^whsec_\w{10,}$/, 'must be the signing secret of the webhook endpoint (whsec_…)')),
  ),
  STRIPE_URL: v.optional(address('http:', 'https:'), 'https://api.stripe.com'),
  OBJECTS: v.optional(oneOf(['folder', 's3'])),
  OBJECTS_DIR: v.optional(text),
  S3_BUCKET: v.optional(text),
  S3_REGION: v.optional(text),
  S3_ENDPOINT: v.optional(address('http:', 'https:')),
  S3_ACCESS_KEY_ID: v.optional(text),
  S3_SECRET_ACCESS_KEY: v.optional(text),
  S3_PREFIX: v.optional(keyPrefix),
  S3_PATH_STYLE: v.optional(yesNo),
  FFMPEG_PATH: v.optional(text),
  MEDIA_JAIL: v.optional(oneOf(JAIL_MODES)),
  MEDIA_NICE: v.optional(wholeNumber(0, 19), '10'),
  CLOCK: v.optional(oneOf(['movable'])),
  MEDIA_MINUTES_PER_DAY: v.optional(wholeNumber(1, 100_000), '600'),
});

export type Settings = v.InferOutput<typeof Settings>;

export type ServiceAccount = v.InferOutput<typeof serviceAccount>;
export type FcmWebConfig = v.InferOutput<typeof webConfig>;

/** Reads the settings; an empty variable counts as not set. `problems` names every wrong one. */
export function readSettings(env: NodeJS.ProcessEnv): { settings?: Settings; problems: string[] } {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = v.safeParse(Settings, set);
  if (result.success) return { settings: result.output, problems: [] };
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
  return { problems: [...new Set(problems)] };
}
