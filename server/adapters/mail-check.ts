import type { Config } from '../config.ts';
import { openSmtp } from './smtp.ts';

const WITHIN_MS = 10_000;

/**
 * Asks the mail server whether it would take mails: connects, greets, signs in, sends nothing.
 *
 * @returns A sentence that names SMTP_URL and what to do; undefined when all is well or no SMTP server is set.
 */
export const checkMail = async ({ mail }: Pick<Config, 'mail'>): Promise<string | undefined> => {
  if (mail.kind !== 'smtp') return undefined;
  const { hostname, port, protocol } = new URL(mail.url);
  const at = `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
  const transport = await openSmtp(mail.url, { connectMs: WITHIN_MS, answerMs: WITHIN_MS });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code === 'EAUTH'
      ? `The mail server ${at} refuses the name or password in SMTP_URL; mails, codes too, cannot be sent until they are corrected.`
      : `The mail server ${at} cannot be used (${message}); mails, codes too, cannot be sent. Start it, or correct SMTP_URL.`;
  } finally {
    transport.close();
  }
};
