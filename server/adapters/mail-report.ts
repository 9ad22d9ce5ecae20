import { isDeadStatus, statusIn } from './mail-status.ts';

/** A report about a mail: nobody can get mail there, or the recipient called it spam. */
export type MailReport = 'bounce' | 'complaint';

/** Parts of a report that are looked at: it has three. */
const PARTS_MAX = 8;

type Fields = ReadonlyMap<string, string>;

/** Header fields by their name in small letters; of several with one name the first. */
const fieldsOf = (lines: string): Fields => {
  const fields = new Map<string, string>();
  for (const line of lines.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
};

const splitHead = (text: string): { fields: Fields; body: string } => {
  const end = text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  return { fields: fieldsOf(head), body: end < 0 ? '' : text.slice(end + 2) };
};

const typeOf = (fields: Fields): string => (fields.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

/** Whether a group of a delivery status says that its recipient takes no mail. RFC 3464 */
const isDead = (recipient: Fields): boolean => {
  if (!/^failed\b/i.test(recipient.get('action') ?? '')) return false;
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(recipient.get('status') ?? '')?.[0] ?? '';
  // Servers that only pass an answer on say 5.0.0; the answer says more.
  const answered = status.endsWith('.0.0') ? statusIn(recipient.get('diagnostic-code') ?? '') : undefined;
  return isDeadStatus(answered ?? status);
};

/**
 * Reads a returned mail: a report of type `multipart/report` with a delivery status (RFC 3464) or a complaint (RFC 5965).
 * Only its structure is read; the mail that it is about is not.
 *
 * @param message The whole mail.
 * @returns Undefined for every other mail, and for a report of a delay or of a failure that may pass.
 */
export const readMailReport = (message: string): MailReport | undefined => {
  const { fields, body } = splitHead(message.replaceAll('\r\n', '\n'));
  if (typeOf(fields) !== 'multipart/report') return undefined;
  const boundary = /boundary=(?:"([^"\n]+)"|([^\s;"]+))/i.exec(fields.get('content-type')!);
  if (!boundary) return undefined;
  const parts = `\n${body}`.split(`\n--${boundary[1] ?? boundary[2]}`, PARTS_MAX).slice(1);
  for (const part of parts) {
    const { fields: of, body: report } = splitHead(part.replace(/^[^\n]*\n/, ''));
    if (typeOf(of) === 'message/delivery-status' && report.split(/\n\n+/).some((group) => isDead(fieldsOf(group))))
      return 'bounce';
    // Other types say that a mail is no spam, or that a check of the sender failed.
    if (typeOf(of) === 'message/feedback-report' && fieldsOf(report).get('feedback-type')?.toLowerCase() === 'abuse')
      return 'complaint';
  }
  return undefined;
};
