import * as v from 'valibot';
import { defineCall } from './call.ts';
import {
  CommunicationMethod,
  Email,
  FirstName,
  LongEmail,
  NewPassword,
  Password,
  PhoneNumber,
  TypedPassword,
  Username,
} from './forms.ts';
import { Id } from './ids.ts';
import { CONFIRMATION_CODE, Instant, Page, listOf } from './patterns.ts';

export * from './account-devices.ts';
export * from './account-security.ts';
export * from './account-leaving.ts';
export * from './account-export.ts';
export * from './account-guardian.ts';

/** The account settings record. Source: PRO-035. */
export const AccountSettings = v.object({
  username: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  communicationMethod: CommunicationMethod,
  firstName: v.string(),
  lastName: v.string(),
  /** Whether the person proved that they read this address or number; missing in answers of a former build. Source: D-57. */
  isEmailVerified: v.optional(v.boolean()),
  isPhoneVerified: v.optional(v.boolean()),
});
export type AccountSettings = v.InferOutput<typeof AccountSettings>;

export const readAccountSettings = defineCall({
  id: 'account.settings',
  method: 'GET',
  path: '/account-settings',
  may: 'signedIn',
  input: v.object({}),
  output: AccountSettings,
  problems: [],
  offline: 'cache',
  summary: 'Username, address, number, way to send codes, and names of the person',
});
/** What is left out stays. Names are those of the profile's personal info. Source: D-88. */
export const changeAccountSettings = defineCall({
  id: 'account.change',
  method: 'PUT',
  path: '/account-settings',
  may: 'signedIn',
  input: v.object({
    firstName: v.optional(FirstName),
    lastName: v.optional(FirstName),
    communicationMethod: v.optional(CommunicationMethod),
  }),
  output: AccountSettings,
  problems: [],
  offline: 'queue',
  queued: { label: 'Change your account settings', shownAt: 'outbox', rows: { changes: [{ table: 'me' }] } },
  summary: 'Changes names and the way to send codes',
});
export const changeUsername = defineCall({
  id: 'account.changeUsername',
  method: 'PUT',
  path: '/account-settings/username',
  may: 'signedIn',
  input: v.object({ username: Username }),
  output: AccountSettings,
  problems: ['auth.username_taken', 'account.username_wait'],
  offline: 'online',
  summary: 'Changes the username, once in 30 days',
});
export const sendContactCode = defineCall({
  id: 'account.sendCode',
  method: 'POST',
  path: '/account-settings/confirmation-code/send',
  may: 'signedIn',
  input: v.object({ communicationMethod: CommunicationMethod, destinationValue: LongEmail }),
  output: v.object({ codeId: Id }),
  problems: ['auth.email_taken', 'auth.phone_taken', 'auth.code_limit'],
  offline: 'online',
  summary: 'Sends a code to a new address or number of the account, by a job that is retried',
});

/** The code that was sent to the new address or number. */
const OF_CODE = {
  codeId: Id,
  confirmationCodeFromUser: v.pipe(v.string(), v.regex(CONFIRMATION_CODE, 'Incorrect confirmation code.')),
};
export const changeEmail = defineCall({
  id: 'account.changeEmail',
  method: 'PUT',
  path: '/account-settings/email',
  may: 'signedIn',
  input: v.object({ email: Email, ...OF_CODE }),
  output: AccountSettings,
  problems: ['auth.email_taken', 'auth.code_void', 'auth.code_expired', 'account.wrong_code'],
  offline: 'online',
  summary: 'Changes the email address to one that a code was sent to',
});
export const changePhone = defineCall({
  id: 'account.changePhone',
  method: 'PUT',
  path: '/account-settings/phone',
  may: 'signedIn',
  input: v.object({ phoneNumber: PhoneNumber, ...OF_CODE }),
  output: AccountSettings,
  problems: ['auth.phone_taken', 'auth.code_void', 'auth.code_expired', 'account.wrong_code'],
  offline: 'online',
  summary: 'Changes the phone number to one that a code was sent to',
});
export const changePassword = defineCall({
  id: 'account.changePassword',
  method: 'PUT',
  path: '/account-settings/password',
  may: 'signedIn',
  input: v.object({
    currentPassword: Password,
    password1: NewPassword,
    password2: TypedPassword,
  }),
  output: v.object({ access: v.string(), refresh: v.optional(v.string()) }),
  problems: ['account.wrong_current_password', 'auth.too_many_logins', 'auth.password_weak', 'auth.password_mismatch'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Changes the password and ends all other sessions',
});

export const AccountHistoryEvent = v.object({
  id: Id,
  /** One of `ACCOUNT_EVENT_KINDS`; a text, so that a client of a former build shows a kind that is new. */
  kind: v.string(),
  at: Instant,
  /** A label such as "Chrome on Android"; empty if unknown. */
  device: v.string(),
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
});
export type AccountHistoryEvent = v.InferOutput<typeof AccountHistoryEvent>;
export const readAccountHistory = defineCall({
  id: 'account.history',
  method: 'GET',
  path: '/account-history',
  may: 'signedIn',
  input: v.object({ page: Page }),
  output: listOf(AccountHistoryEvent),
  problems: [],
  offline: 'cache',
  summary: 'Sign-ins and changes of the account, newest first, 25 per page',
});
