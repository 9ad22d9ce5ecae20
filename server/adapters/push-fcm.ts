import { SignJWT } from 'jose/jwt/sign';
import { importPKCS8 } from 'jose/key/import';
import type { PushConfig } from '../config.ts';
import { PushRefused, type PushPayload, type PushSender } from './push.ts';
import { PUSH_LIFE_S, PUSH_TIMEOUT_MS } from './push-limits.ts';

type FcmConfig = Extract<PushConfig, { kind: 'fcm' }>;

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** A token is renewed this long before it expires, ms. */
const RENEW_BEFORE_MS = 60_000;

interface FcmError {
  error?: { status?: string; details?: { errorCode?: string }[] };
}

/** Firebase Cloud Messaging, HTTP v1. */
export const createFcmSender = (config: FcmConfig): PushSender => {
  const accessToken = createTokenSource(config);
  return {
    kind: 'fcm',
    publicKey: config.vapidKey || null,
    firebase: { ...config.webConfig },
    async send(registrationId, payload) {
      const answer = await fetch(`${config.url}/v1/projects/${encodeURIComponent(config.projectId)}/messages:send`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await accessToken()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ message: toMessage(registrationId, payload) }),
        signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
        redirect: 'error',
      });
      if (answer.ok) return 'sent';
      const problem = (await answer.json().catch(() => ({}))) as FcmError;
      if (isGone(answer.status, problem)) return 'gone';
      throw new PushRefused(`FCM answered ${answer.status} ${problem.error?.status ?? ''}`);
    },
  };
};

/** Data only, for the service worker's push listener: with a `notification` it would show twice. */
const toMessage = (token: string, { link, unread, ...words }: PushPayload) => ({
  token,
  data: { ...words, link: link ?? '', unread: String(unread) },
  webpush: { headers: { TTL: String(PUSH_LIFE_S), Urgency: 'high' } },
});

const isGone = (status: number, { error }: FcmError): boolean =>
  status === 404 ||
  (error?.details ?? []).some(({ errorCode }) => errorCode === 'UNREGISTERED' || errorCode === 'SENDER_ID_MISMATCH');

/** Access tokens of the service account (RFC 7523), cached until they expire; fetched once for concurrent callers. */
const createTokenSource = ({ serviceAccount }: FcmConfig): (() => Promise<string>) => {
  const tokenUri = serviceAccount.token_uri ?? TOKEN_URI;
  let cached: { token: string; endsAtMs: number } | undefined;
  let fetching: Promise<string> | undefined;

  const fetchToken = async (): Promise<string> => {
    const key = await importPKCS8(serviceAccount.private_key, 'RS256');
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(serviceAccount.client_email)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
    const answer = await fetch(tokenUri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`The token service answered ${answer.status}`);
    const { access_token: token, expires_in: seconds } = (await answer.json()) as {
      access_token: string;
      expires_in: number;
    };
    cached = { token, endsAtMs: Date.now() + seconds * 1000 };
    return token;
  };
  return () => {
    if (cached && cached.endsAtMs - RENEW_BEFORE_MS > Date.now()) return Promise.resolve(cached.token);
    fetching ??= fetchToken().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };
};
