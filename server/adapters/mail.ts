import { once } from '#contract/once.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
export interface MailSender {
  /** @throws Error if the transport refuses. */
  send(mail: Mail): Promise<void>;
}

/**
 * SMTP if configured, else the outbox that `/dev/outbox` shows. Production has no outbox: there, without SMTP, no mail is
 * sent and no code is kept.
 */
export const createMailSender = (config: Config, db: Db): MailSender => {
  if (config.mail.kind === 'smtp') {
    const { url, from } = config.mail;
    // Imported with the first mail, to start faster.
    const transport = once(async () => (await import('nodemailer')).default.createTransport(url));
    return { send: async (mail) => void (await (await transport()).sendMail({ from, ...mail })) };
  }
  if (config.nodeEnv === 'production') return { send: () => Promise.reject(new Error('Mails are off')) };
  return {
    send: async ({ to, subject, text }) =>
      void (await db
        .insertInto('dev_messages')
        .values({ kind: 'mail', destination: to, subject, body: text })
        .execute()),
  };
};
