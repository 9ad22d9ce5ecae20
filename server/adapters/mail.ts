import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from '#contract/once.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { renderMail, type MailContent } from './mail-template.ts';
import { isDeadAnswer } from './mail-status.ts';
import { RecipientRefused } from './recipient-refused.ts';
import { openSmtp } from './smtp.ts';

export interface Mail extends MailContent {
  /** One address, without a name. */
  to: string;
  /** One address that an answer goes to, if not the sender's. */
  replyTo?: string;
  /** The same for a mail that is sent again: many mail programs show it once. Letters, digits and `-`. */
  repeatId?: string;
  /** Address where a POST stops mails of this kind. RFC 8058 */
  unsubscribe?: string;
  /** Address that a mail which cannot be delivered is returned to, if not the sender's. */
  returnTo?: string;
}
export interface MailSender {
  /**
   * Sends a mail as text and HTML.
   *
   * @throws RecipientRefused if this address is refused; another Error if no mail can be sent now. Neither names the
   *   address: errors are logged.
   */
  send(mail: Mail): Promise<void>;
  /** Tries whether mails can be sent now, without sending one. @throws Error if not. */
  check(): Promise<void>;
}

/** Shorter than a person waits for the answer of a call that sends a mail. */
const CONNECT_TIMEOUT_MS = 8_000;
const ANSWER_TIMEOUT_MS = 15_000;
/** The newest mails of the outbox whose HTML is kept. */
const OUTBOX_KEPT = 500;

/**
 * SMTP if configured, else the outbox that `/dev/outbox` shows. Production has no outbox: there, without SMTP, no mail is
 * sent and no code is kept.
 */
export const createMailSender = (config: Config, db: Db): MailSender => {
  if (config.mail.kind === 'smtp') return createSmtpSender(config, config.mail);
  if (config.nodeEnv === 'production') {
    const off = () => Promise.reject(new Error('Mails are off'));
    return { send: off, check: off };
  }
  return {
    send: async ({ to, ...content }) => {
      const { subject, text, html } = renderMail(content, config);
      const { id } = await db
        .insertInto('dev_messages')
        .values({ kind: 'mail', destination: to, subject, body: text })
        .returning('id')
        .executeTakeFirstOrThrow();
      await mkdir(path.dirname(outboxPath(config, id)), { recursive: true });
      await writeFile(outboxPath(config, id), html);
      await rm(outboxPath(config, id - OUTBOX_KEPT), { force: true });
    },
    check: async () => {},
  };
};

/** Where the HTML of a mail of the outbox is: its row has the text only, which is all that people and tests search. */
export const outboxPath = ({ dataDir }: Pick<Config, 'dataDir'>, id: number): string =>
  path.join(dataDir, 'outbox', `${id}.html`);

/** One address without anything that mail programs or servers read as a list, a name, a comment or another header. */
const ONE_ADDRESS = /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u;

const createSmtpSender = (config: Config, { url, from }: { url: string; from: string }): MailSender => {
  const transport = once(() => openSmtp(url, { connectMs: CONNECT_TIMEOUT_MS, answerMs: ANSWER_TIMEOUT_MS }));
  return {
    async send({ to, replyTo, repeatId, unsubscribe, returnTo, ...content }) {
      if (!ONE_ADDRESS.test(to)) throw new RecipientRefused(new Error('It is not one address'));
      try {
        await (
          await transport()
        ).sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo && ONE_ADDRESS.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
          ...renderMail(content, config),
          ...(returnTo && { envelope: { from: returnTo, to } }),
          ...(repeatId && { messageId: `<${repeatId}@${new URL(config.publicUrl).hostname}>` }),
          headers: {
            // Keeps answers of absence away. RFC 3834
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        const failure = withoutRecipient(error);
        if (failure.command !== 'RCPT TO' || failure.responseCode < 500) throw failure;
        throw new RecipientRefused(failure, isDeadAnswer(failure.responseCode, answerIn(error)));
      }
    },
    check: async () => {
      try {
        await (await transport()).verify();
      } catch (error) {
        throw withoutRecipient(error);
      }
    },
  };
};

/** The answer of the mail server that a failure is about. */
const answerIn = (error: unknown): string => String((error as { response?: unknown }).response ?? '');

/** What a failure may say in the log: answers of mail servers name the recipient, failures to connect do not. */
const withoutRecipient = (error: unknown) => {
  const {
    code = 'no code',
    command = '',
    responseCode = 0,
  } = error as Partial<Record<'code' | 'command', string>> & {
    responseCode?: number;
  };
  const answer = responseCode ? `answered ${responseCode}` : `failed (${code})`;
  const what = command === 'CONN' ? `: ${(error as Error).message}` : command && `, command ${command}`;
  return Object.assign(new Error(`The mail server ${answer}${what}`), { code, command, responseCode });
};
