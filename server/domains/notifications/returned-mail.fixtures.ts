/** Mails as mail servers return them. RFC 3464, RFC 5965 */

const BOUNDARY = '7F3A1.1764331200/mx.mail.example';

const report = (type: string, to: string, part: string, returned: string): string =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.mail.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    `\tboundary="${BOUNDARY}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    `--${BOUNDARY}`,
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.mail.example.',
    '',
    `--${BOUNDARY}`,
    part,
    '',
    `--${BOUNDARY}`,
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    returned,
    '',
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');

export interface BounceFacts {
  /** Where it is returned to. */
  to: string;
  action?: string;
  status?: string;
  diagnostic?: string;
}

/** A report about a mail that was not delivered, as Postfix sends it. */
export const bounceOf = ({ to, action = 'failed', status = '5.1.1', diagnostic }: BounceFacts): string =>
  report(
    'delivery-status',
    to,
    [
      'Content-Description: Delivery report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.mail.example',
      'Arrival-Date: Fri, 28 Nov 2025 12:00:00 +0000 (UTC)',
      '',
      'Final-Recipient: rfc822; somebody@mail.example',
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${diagnostic ?? `550 ${status} <somebody@mail.example>`}`,
    ].join('\r\n'),
    'Subject: Sideline: 1 new notification',
  );

/** What a mail provider sends where a recipient pressed "spam". The address is in the head of the mail that it is about only. */
export const complaintOf = (to: string, type = 'abuse'): string =>
  report(
    'feedback-report',
    'feedback@club.example',
    ['Content-Type: message/feedback-report', '', `Feedback-Type: ${type}`, 'User-Agent: Loop/1.0', 'Version: 1'].join(
      '\r\n',
    ),
    `Return-Path: <${to}>\r\nSubject: Sideline: 1 new notification`,
  );
