import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';

export interface SmsSender {
  /** @throws Error if the gateway refuses. */
  send(to: string, text: string): Promise<void>;
}

const GATEWAY_TIMEOUT_MS = 10_000;

/**
 * Twilio's API if configured, else the outbox that `/dev/outbox` shows. Production has no outbox: there, without Twilio,
 * nothing is sent by text and no code is kept.
 */
export const createSmsSender = (config: Config, db: Db): SmsSender => {
  const sms = config.sms;
  if (sms.kind === 'outbox') {
    if (config.nodeEnv === 'production') return { send: () => Promise.reject(new Error('Text messages are off')) };
    return {
      send: async (to, text) =>
        void (await db.insertInto('dev_messages').values({ kind: 'sms', destination: to, body: text }).execute()),
    };
  }
  const authorization = `Basic ${Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')}`;
  return {
    async send(to, text) {
      const answer = await fetch(`${sms.url}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}/Messages.json`, {
        method: 'POST',
        headers: { Authorization: authorization },
        body: new URLSearchParams({ To: to, From: sms.from, Body: text }),
        signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`);
    },
  };
};
