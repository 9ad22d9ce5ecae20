import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Email } from './forms.ts';
import { Instant } from './patterns.ts';

// A guardian's consent for a person of 13 to 17. The guardian needs no account: the link in the mail holds a token, which the
// page sends in a body. Source: D-250, decision 0065.

/** The consent as the person sees it; `none` before the first mail. */
export const GuardianConsent = v.object({
  /** False for an adult, and while the date of birth is not known. */
  isNeeded: v.boolean(),
  state: v.picklist(['none', 'asked', 'given', 'refused', 'withdrawn']),
  guardianEmail: v.nullable(v.string()),
  askedAt: v.nullable(Instant),
  /** Since when the address is known to take no mail. Source: decision 0135. */
  undeliveredAt: v.nullable(Instant),
});
export type GuardianConsent = v.InferOutput<typeof GuardianConsent>;

export const readGuardianConsent = defineCall({
  id: 'account.guardian',
  method: 'GET',
  path: '/account-settings/guardian',
  may: 'signedIn',
  input: v.object({}),
  output: GuardianConsent,
  problems: [],
  offline: 'cache',
  summary: 'Whether a guardian has to consent, was asked, and what the guardian answered',
});
export const askGuardian = defineCall({
  id: 'account.askGuardian',
  method: 'POST',
  path: '/account-settings/guardian',
  may: 'signedIn',
  input: v.object({ email: Email }),
  output: GuardianConsent,
  problems: [
    'guardian.not_needed',
    'guardian.given',
    'guardian.own_address',
    'guardian.refused',
    'guardian.undelivered',
    'guardian.limit',
  ],
  offline: 'online',
  summary: 'Mails a guardian who is asked to consent; a new mail ends the link of the former one',
});

/** 256 bits, base64url. */
const Token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'This link is not complete'));

export const readGuardianRequest = defineCall({
  id: 'account.guardianRequest',
  method: 'POST',
  path: '/guardian-consent/request',
  may: 'anyone',
  input: v.object({ token: Token }),
  output: v.object({
    /** What the link is for: to answer, or to take the consent back. */
    kind: v.picklist(['answer', 'withdraw']),
    /** Empty if it is no plain name. */
    firstName: v.string(),
    username: v.string(),
    /** What was answered already with this link; null before. */
    answered: v.nullable(v.picklist(['agree', 'refuse', 'withdraw'])),
  }),
  problems: ['guardian.link_over'],
  offline: 'online',
  secretAnswer: true,
  summary: 'What a link in a mail to a guardian is about; it changes nothing',
});
export const answerGuardianRequest = defineCall({
  id: 'account.answerGuardian',
  method: 'POST',
  path: '/guardian-consent/answer',
  may: 'anyone',
  input: v.object({ token: Token, answer: v.picklist(['agree', 'refuse', 'withdraw']) }),
  output: v.object({ answered: v.picklist(['agree', 'refuse', 'withdraw']) }),
  problems: ['guardian.link_over'],
  offline: 'online',
  secretAnswer: true,
  summary: 'The one answer of a guardian with the link of a mail; the same answer again is answered the same',
});
