import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import {
  CommunicationMethod,
  Email,
  FirstName,
  LoginInput,
  LongEmail,
  NewPassword,
  PhoneNumber,
  Username,
} from './forms.ts';
import { CONFIRMATION_CODE, isStorableJson, SafeText, text, Nothing } from './patterns.ts';
import { Me, Role } from './rows.ts';

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
    password2: v.pipe(SafeText, v.maxLength(200)),
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
  ],
  offline: 'online',
  secretAnswer: true,
  summary: 'Makes an account after a verified code',
});
export const login = defineCall({
  id: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  may: 'anyone',
  input: LoginInput,
  output: v.object({
    loginAllowed: v.boolean(),
    access: v.optional(v.string()),
    refresh: v.optional(v.string()),
    userId: Id,
    profiles: v.array(v.object({ profileId: Id })),
    isRegistrationComplete: v.boolean(),
    isAdmin: v.boolean(),
    isEducator: v.boolean(),
    isOrganization: v.boolean(),
  }),
  problems: ['auth.wrong_login', 'auth.too_many_logins'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Signs in',
});
export const refresh = defineCall({
  id: 'auth.refresh',
  method: 'POST',
  path: '/auth/token/refresh',
  may: 'anyone',
  input: v.object({ refresh: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
  output: v.object({ access: v.string(), refresh: v.optional(v.string()) }),
  problems: ['session.over'],
  offline: 'online',
  secretAnswer: true,
  summary: 'A new access token for the refresh cookie or token',
});
export const logout = defineCall({
  id: 'auth.logout',
  method: 'POST',
  path: '/logout',
  may: 'anyone',
  input: v.object({}),
  output: Nothing,
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'Ends the session',
});
export const logoutByGet = defineCall({
  id: 'auth.logoutByGet',
  method: 'GET',
  path: '/logout',
  may: 'anyone',
  input: v.object({}),
  output: Nothing,
  problems: ['request.cross_site'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Ends the session; same-origin fetches only',
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
    password2: v.pipe(SafeText, v.maxLength(200)),
  }),
  output: Nothing,
  problems: ['auth.reset_used', 'auth.password_weak', 'auth.password_mismatch'],
  offline: 'online',
  secretAnswer: true,
  summary: 'Sets a new password and ends every session',
});

const ProgressData = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(60)), v.unknown()),
    v.check((data) => isStorableJson(data), 'has characters that cannot be stored'),
  ),
);
const Progress = v.object({
  saveProgress: v.boolean(),
  step: v.nullable(v.string()),
  data: v.nullable(v.record(v.string(), v.unknown())),
  updatedAt: v.nullable(v.string()),
});
export const saveProgress = defineCall({
  id: 'registration.saveProgress',
  method: 'PUT',
  path: '/registration/save-progress',
  may: 'signedIn',
  input: v.object({ saveProgress: v.boolean(), step: v.optional(text(0, 80)), data: ProgressData }),
  output: Progress,
  problems: [],
  offline: 'online',
  summary: 'Keeps or drops the answers given between register and the end of registration',
});
export const readProgress = defineCall({
  id: 'registration.readProgress',
  method: 'GET',
  path: '/registration/progress',
  may: 'signedIn',
  input: v.object({}),
  output: Progress,
  problems: [],
  offline: 'cache',
  summary: 'The kept answers',
});
export const setRegistrationFlags = defineCall({
  id: 'registration.setFlags',
  method: 'PUT',
  path: '/registration/flags',
  may: 'signedIn',
  input: v.object({ isLearner: v.optional(v.literal(true)), isRegistrationComplete: v.optional(v.literal(true)) }),
  output: Me,
  problems: ['registration.step_missing'],
  offline: 'online',
  summary: 'Marks the person as Member and the registration as complete',
});

export const readMe = defineCall({
  id: 'users.me',
  method: 'GET',
  path: '/users/me',
  may: 'signedIn',
  input: v.object({}),
  output: Me,
  problems: [],
  offline: 'cache',
  summary: 'The signed-in person',
});
export const RoleInfo = v.object({
  lastLoginedRole: Role,
  isLearner: v.boolean(),
  isEducator: v.boolean(),
  isOrganization: v.boolean(),
  isAdmin: v.boolean(),
  isEducatorRoleAvailable: v.boolean(),
  learnerId: v.nullable(Id),
  educatorId: v.nullable(Id),
  organizationId: v.nullable(Id),
});
export const readRoles = defineCall({
  id: 'users.roles',
  method: 'GET',
  path: '/users/me/roles',
  may: 'signedIn',
  input: v.object({}),
  output: RoleInfo,
  problems: [],
  offline: 'cache',
  summary: 'Roles of the signed-in person and the ids of their records',
});
export const setLastRole = defineCall({
  id: 'users.setLastRole',
  method: 'PUT',
  path: '/users/me/last-logined-role',
  may: 'signedIn',
  input: v.object({ lastLoginedRole: Role }),
  output: Me,
  problems: ['role.not_owned'],
  offline: 'queue',
  summary: 'Switches the role in use',
});
const RoleRecord = v.object({ id: Id, firstTimeLogin: v.boolean() });
export const setLearner = defineCall({
  id: 'users.setLearner',
  method: 'PUT',
  path: '/learners/{id}',
  may: 'signedIn',
  input: v.object({ id: Id, firstTimeLogin: v.literal(false) }),
  output: RoleRecord,
  problems: [],
  offline: 'queue',
  summary: 'Marks the first sign-in as Member as done',
});
export const setEducator = defineCall({
  id: 'users.setEducator',
  method: 'PUT',
  path: '/educators/{educatorId}',
  may: 'signedIn',
  input: v.object({ educatorId: Id, firstTimeLogin: v.literal(false) }),
  output: v.object({ educatorId: Id, firstTimeLogin: v.boolean() }),
  problems: [],
  offline: 'queue',
  summary: 'Marks the first sign-in as Creator as done',
});

export const authCalls = {
  checkUsername,
  checkEmail,
  checkPhone,
  sendCode,
  verifyCode,
  register,
  login,
  refresh,
  logout,
  logoutByGet,
  requestReset,
  verifyReset,
  completeReset,
  saveProgress,
  readProgress,
  setRegistrationFlags,
  readMe,
  readRoles,
  setLastRole,
  setLearner,
  setEducator,
};
