/** Permanent failures that are not about the address: a full mailbox, a mail that is too long. RFC 3463 */
const PASSING = new Set(['5.2.2', '5.2.3']);
/** The mail system, the content, and policy: a server that blocks us refuses every address with these. RFC 3463 */
const ABOUT_US = /^5\.[367]\./;
/** Refusals of a recipient that say that there is no such mailbox, by a server that gives no further code. RFC 5321 */
const NO_MAILBOX = new Set([550, 551, 553]);

/**
 * Whether a status says that an address takes no mail, now and later. Source: decision 0133.
 *
 * @param status Class, subject and detail, as `5.1.1`. RFC 3463
 */
export const isDeadStatus = (status: string): boolean =>
  status.startsWith('5.') && !PASSING.has(status) && !ABOUT_US.test(status);

/** The status in the text of an answer; undefined if it has none. RFC 2034 */
export const statusIn = (answer: string): string | undefined =>
  /\b[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1];

/** Whether a mail server's answer to a recipient says that there is no such mailbox. */
export const isDeadAnswer = (code: number, answer: string): boolean => {
  const status = statusIn(answer);
  if (status) return isDeadStatus(status);
  // A mail server that is wrongly set up for us refuses everybody with the same number.
  return NO_MAILBOX.has(code) && !/relay/i.test(answer);
};
