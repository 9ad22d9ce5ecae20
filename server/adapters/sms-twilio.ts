import type { Config } from '../config.ts';
import { RecipientRefused } from './recipient-refused.ts';
import type { SmsSender } from './sms.ts';

/** Waits, ms: for one answer, for the whole of a call, and most that a second try is put off. */
export interface TwilioWaits {
  answerMs: number;
  totalMs: number;
  delayMostMs: number;
}
/** Together shorter than a person waits for the answer of a call that sends a message. */
const WAITS: TwilioWaits = { answerMs: 8_000, totalMs: 20_000, delayMostMs: 3_000 };

/** Codes of 400 that concern what we send or from where, so that no other number would get it either. */
const OUR_FAULTS = new Set([21212, 21601, 21602, 21603, 21606, 21617, 21618, 21659, 21660, 21704, 21705]);
/** How many of the newest messages to a number are looked at before a second try. */
const LOOKED_AT = 20;

/** An answer of the gateway that is no success. It has neither number nor text: it is logged. */
class GatewayRefusal extends Error {
  readonly responseCode: number;
  readonly gatewayCode: number | undefined;
  readonly retryAfterMs: number;
  constructor(status: number, gatewayCode: number | undefined, retryAfterS: number) {
    super(`The SMS gateway answered ${status}${gatewayCode ? ` (code ${gatewayCode})` : ''}`);
    this.name = 'GatewayRefusal';
    this.responseCode = status;
    this.gatewayCode = gatewayCode;
    this.retryAfterMs = retryAfterS * 1_000;
  }
}

interface GatewayMessage {
  body?: string;
  status?: string;
  error_code?: number | null;
  date_created?: string;
}

/**
 * Sends by the Messages resource of Twilio's API (2010-04-01).
 *
 * A failed request is tried once more. The API knows no idempotency key: where the first try may have arrived (a time-out,
 * a lost connection, 5xx), the messages to the number are read first, and one with the same text since then counts as
 * sent. Source: decision 0059.
 */
export const createTwilioSender = (
  sms: Exclude<Config['sms'], { kind: 'outbox' }>,
  { answerMs, totalMs, delayMostMs }: TwilioWaits = WAITS,
): SmsSender => {
  const account = `${sms.url}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}`;
  const headers = {
    Authorization: `Basic ${Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')}`,
  };
  const ask = async <T>(where: string, deadline: AbortSignal, body?: URLSearchParams): Promise<T> => {
    const answer = await fetch(account + where, {
      headers,
      ...(body && { method: 'POST', body }),
      redirect: 'error',
      signal: AbortSignal.any([deadline, AbortSignal.timeout(answerMs)]),
    });
    const json = (await answer.json().catch(() => ({}))) as T & { code?: number };
    if (answer.ok) return json;
    throw new GatewayRefusal(answer.status, json.code, Number(answer.headers.get('retry-after') ?? 1) || 1);
  };

  const post = async (to: string, text: string, deadline: AbortSignal): Promise<void> => {
    const body = new URLSearchParams({ To: to, From: sms.from, Body: text });
    const { status, error_code: code } = await ask<GatewayMessage>('/Messages.json', deadline, body);
    if (status === 'failed' || status === 'undelivered')
      throw new RecipientRefused(new Error(`The SMS gateway took the message and answered ${status} (code ${code})`));
  };
  /** Whether a message with this text was taken for the number since a moment, seconds being all that the API tells. */
  const hasTaken = async (to: string, text: string, since: number, deadline: AbortSignal): Promise<boolean> => {
    const query = new URLSearchParams({ To: to, PageSize: String(LOOKED_AT) });
    const { messages = [] } = await ask<{ messages?: GatewayMessage[] }>(`/Messages.json?${query}`, deadline);
    return messages.some(
      ({ body, status, date_created: at }) =>
        body === text &&
        status !== 'failed' &&
        status !== 'undelivered' &&
        Date.parse(at ?? '') >= since - CLOCKS_DIFFER_MS,
    );
  };

  return {
    async send(to, text) {
      const deadline = AbortSignal.timeout(totalMs);
      const since = Date.now();
      try {
        await post(to, text, deadline);
      } catch (error) {
        const delayMs = delayBeforeRetry(error);
        if (delayMs === undefined || delayMs > delayMostMs) throw asRecipientRefused(error);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (mayHaveArrived(error) && (await hasTaken(to, text, since, deadline))) return;
        await post(to, text, deadline).catch((again: unknown) => {
          throw asRecipientRefused(again);
        });
      }
    },
    async check() {
      const { status } = await ask<{ status?: string }>('.json', AbortSignal.timeout(totalMs));
      if (status !== 'active') throw new Error(`The account of the SMS gateway is ${status ?? 'unknown'}`);
    },
  };
};

/** Their clock and ours. A code is never sent twice within this time: each has a text of its own. */
const CLOCKS_DIFFER_MS = 60_000;

/** When a failed request is tried again, ms; undefined for a refusal that stays. */
const delayBeforeRetry = (error: unknown): number | undefined => {
  if (error instanceof RecipientRefused) return undefined;
  if (!(error instanceof GatewayRefusal)) return 0;
  if (error.responseCode === 429) return error.retryAfterMs;
  return error.responseCode >= 500 ? 0 : undefined;
};

/** Without an answer, or after 5xx, the gateway may have taken the message; after 429 and a refused connection it has not. */
const mayHaveArrived = (error: unknown): boolean => {
  if (error instanceof GatewayRefusal) return error.responseCode >= 500;
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code !== 'ECONNREFUSED' && code !== 'ENOTFOUND';
};

/** 400 names a number that cannot get messages, unless its code says otherwise; an account that may not send gets 401 or 403. */
const asRecipientRefused = (error: unknown): unknown => {
  const isTheirs =
    error instanceof GatewayRefusal && error.responseCode === 400 && !OUR_FAULTS.has(error.gatewayCode ?? 0);
  return isTheirs ? new RecipientRefused(error) : error;
};
