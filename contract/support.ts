import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Email } from './forms.ts';
import { Id, Sha256 } from './ids.ts';
import { Nothing, text } from './patterns.ts';
import { SUPPORT_MESSAGE_MAX, SUPPORT_MESSAGE_MIN, SUPPORT_TOPIC_MAX } from './support-limits.ts';
import { SupportKind, SupportRequest } from './rows.ts';

export const SupportTopic = text(2, SUPPORT_TOPIC_MAX);
export const SupportMessage = text(SUPPORT_MESSAGE_MIN, SUPPORT_MESSAGE_MAX);

export const sendSupportRequest = defineCall({
  id: 'support.send',
  method: 'POST',
  path: '/support/messages',
  may: 'signedIn',
  input: v.object({
    id: Id,
    kind: SupportKind,
    topic: SupportTopic,
    message: SupportMessage,
    /** SHA-256 of a file that `files.put` has stored. */
    screenshot: v.optional(v.nullable(Sha256)),
    /** Where to answer, if not to the address of the account. */
    email: v.optional(v.nullable(Email)),
    /** Version, browser and last errors of technical support. */
    diagnostics: v.optional(text(0, 4000)),
  }),
  output: SupportRequest,
  problems: ['support.limit', 'file.missing'],
  offline: 'queue',
  queued: {
    label: 'Write to support',
    shownAt: 'outbox',
    rows: { makes: { table: 'supportRequests', by: 'id' }, changes: [] },
  },
  summary: 'Sends a message to support',
});
/** Without an account there is no queue: a page that is sent twice names the same id. */
export const sendGuestSupportRequest = defineCall({
  id: 'support.sendAsGuest',
  method: 'POST',
  path: '/support/guest-messages',
  may: 'anyone',
  input: v.object({ id: Id, topic: SupportTopic, message: SupportMessage, email: Email }),
  output: Nothing,
  problems: ['request.too_often'],
  offline: 'online',
  summary: 'Sends a message to support without an account',
});
export { SupportKind, SupportRequest };
