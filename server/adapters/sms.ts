import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { createTwilioSender } from './sms-twilio.ts';

export interface SmsSender {
  /** @throws RecipientRefused if this number is refused; another Error if nothing can be sent now. */
  send(to: string, text: string): Promise<void>;
  /** Tries whether messages can be sent now, without sending one. @throws Error if not. */
  check(): Promise<void>;
}

/**
 * Twilio's API if configured, else the outbox that `/dev/outbox` shows. Production has no outbox: there, without Twilio,
 * nothing is sent by text and no code is kept.
 */
export const createSmsSender = (config: Config, db: Db): SmsSender => {
  if (config.sms.kind !== 'outbox') return createTwilioSender(config.sms);
  if (config.nodeEnv === 'production') {
    const off = () => Promise.reject(new Error('Text messages are off'));
    return { send: off, check: off };
  }
  return {
    send: async (to, text) =>
      void (await db.insertInto('dev_messages').values({ kind: 'sms', destination: to, body: text }).execute()),
    check: async () => {},
  };
};
