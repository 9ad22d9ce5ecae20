import * as v from 'valibot';
import { defineCall } from './call.ts';
import {
  CommunicationMethod,
  Email,
  FirstName,
  LongEmail,
  NewPassword,
  PhoneNumber,
  TypedPassword,
  Username,
} from './forms.ts';
import { Id } from './ids.ts';
import { CONFIRMATION_CODE, Nothing, text } from './patterns.ts';

export * from './auth-login.ts';
export * from './auth-passkeys.ts';
export * from './auth-session.ts';

const Code = v.pipe(v.string(), v.regex(CONFIRMATION_CODE, 'Incorrect confirmation code.'));

export const checkUsername = defineCall({
  id: 'auth.checkUsername',
  method: 'POST',
  path: '/auth/check-username',
  may: 'anyone',
  input: v.object({ username: Username }),
  output: v.object({ usernameTaken: v.boolean() }),
  problems: [],
  offline: 'online',
  summary: 'Says whether a username is taken',
});
export const checkEmail = defineCall({
  id: 'auth.checkEmail',
  method: 'POST',
  path: '/auth/check-email',
  may: 'anyone',
  input: v.object({ email: Email }),
  output: v.object({ emailTaken: v.boolean() }),
  problems: [],
  offline: 'online',
  summary: 'Says whether an email is taken',
});
export const checkPhone = defineCall({
  id: 'auth.checkPhone',
  method: 'POST',
  path: '/auth/check-phone',
  may: 'anyone',
  input: v.object({ phoneNumber: PhoneNumber }),
  output: v.object({ phoneNumberTaken: v.boolean() }),
  problems: [],
  offline: 'online',
  summary: 'Says whether a phone number is taken',
});
export const sendCode = defineCall({
  id: 'auth.sendCode',
  method: 'POST',
  path: '/auth/confirmation-code/send',
  may: 'anyone',
  input: v.object({
    communicationMethod: CommunicationMethod,
    destinationValue: LongEmail,
    userFirstName: v.optional(text(0, 50)),
    resend: v.optional(v.boolean()),
    codeId: v.optional(Id),
  }),
  output: v.object({ codeId: Id }),
  problems: ['auth.code_limit', 'auth.code_not_sent'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Sends a six-digit code',
});
export const verifyCode = defineCall({
  id: 'auth.verifyCode',
  method: 'POST',
  path: '/auth/confirmation-code/verify',
  may: 'anyone',
  input: v.object({ confirmationCodeFromUser: Code, confirmationCodeId: Id }),
  output: v.object({ correct: v.boolean() }),
  problems: ['auth.code_void', 'auth.code_expired'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Checks a code',
});
export const register = defineCall({
  id: 'auth.register',
  method: 'POST',
  path: '/auth/register',
  may: 'anyone',
  input: v.object({
    username: Username,
    email: Email,
    password1: NewPassword,
    password2: TypedPassword,
    firstName: FirstName,
    lastName: FirstName,
    communicationMethod: CommunicationMethod,
    phoneNumber: PhoneNumber,
    terms: v.optional(v.boolean()),
    codeId: v.optional(Id),
    timeZone: v.optional(text(1, 64)),
  }),
  output: v.object({ accessToken: v.string(), refreshToken: v.string(), userId: Id }),
  problems: [
    'auth.username_taken',
    'auth.email_taken',
    'auth.phone_taken',
    'auth.code_not_verified',
    'auth.password_weak',
    'auth.password_mismatch',
    'auth.too_many_logins',
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Makes an account after a verified code',
});
export const requestReset = defineCall({
  id: 'auth.requestReset',
  method: 'POST',
  path: '/auth/password-reset/request',
  may: 'anyone',
  input: v.object({ communicationMethod: CommunicationMethod, destinationValue: LongEmail }),
  output: v.object({ codeId: Id }),
  problems: ['auth.code_limit'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Sends a reset code if an account exists; the answer never says so',
});
export const readDelivery = defineCall({
  id: 'auth.delivery',
  method: 'GET',
  path: '/auth/code-delivery',
  may: 'anyone',
  input: v.object({ communicationMethod: CommunicationMethod }),
  output: v.object({ isDelayed: v.boolean() }),
  problems: [],
  offline: 'online',
  summary: 'Whether codes by this method cannot be sent at the moment, the same for everybody',
});
export const verifyReset = defineCall({
  id: 'auth.verifyReset',
  method: 'POST',
  path: '/auth/password-reset/verify',
  may: 'anyone',
  input: v.object({ confirmationCodeFromUser: Code, confirmationCodeId: Id }),
  output: v.object({ correct: v.boolean(), resetToken: v.optional(v.string()) }),
  problems: ['auth.code_void', 'auth.code_expired'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Checks a reset code',
});
export const completeReset = defineCall({
  id: 'auth.completeReset',
  method: 'POST',
  path: '/auth/password-reset/complete',
  may: 'anyone',
  input: v.object({
    resetToken: v.pipe(v.string(), v.maxLength(200)),
    password1: NewPassword,
    password2: TypedPassword,
  }),
  output: Nothing,
  problems: ['auth.reset_used', 'auth.password_weak', 'auth.password_mismatch'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Sets a new password and ends every session',
});
