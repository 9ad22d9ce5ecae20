import { kinds, type ProblemDetails, type ProblemKind } from './problem-kinds.ts';
import { deskProblems } from './problems-desk.ts';
import { inviteProblems } from './problems-invites.ts';
import { applicationProblems } from './problems-applications.ts';
import { blockProblems } from './problems-blocks.ts';
import { moneyProblems } from './problems-money.ts';
import { EXPORTS_PER_DAY, GUARDIAN_LINK_DAYS, PASSKEYS_MAX, USERNAME_WAIT_DAYS } from './limits.ts';
import { passwordText } from './text/auth-password.ts';

const GENERIC = 'Something went wrong. Please try again later.';

/**
 * Every problem that the server answers. A shipped code is never renamed or reused: programs use only the code, people
 * read the message.
 */
export const problems = kinds({
  // Common to every call
  'request.invalid': { status: 400, message: (d) => String(d['message'] ?? 'The request is not valid.') },
  'request.too_large': { status: 413, message: () => 'This is too large to send.' },
  'request.wrong_type': { status: 415, message: () => 'This kind of file or message cannot be read.' },
  'request.too_often': { status: 429, message: () => 'Too many tries. Please wait a moment and try again.' },
  'request.too_slow': { status: 408, closes: true, message: () => 'The connection was too slow. Please try again.' },
  'request.key_reused': { status: 422, message: () => 'This change was already sent with other contents.' },
  'request.key_missing': { status: 400, message: () => 'The Idempotency-Key header is missing or not a UUID.' },
  'request.cross_site': { status: 403, message: () => 'This request came from another site.' },
  'session.missing': { status: 401, message: () => 'Please sign in.' },
  'session.over': { status: 401, message: () => 'Your session is over. Please sign in again.' },
  // Ended by the person, e.g. from another device, not by time: the device deletes what it holds of them.
  'session.ended': { status: 401, message: () => 'You were signed out. Please sign in again.' },
  'access.denied': { status: 403, message: () => 'You may not do this.' },
  // An operator in the account of a person (decision 0114)
  'access.not_in_person': { status: 403, message: () => 'Only the person themselves can do this.' },
  'access.registration_incomplete': { status: 403, message: () => 'Please finish your registration first.' },
  // Age (D-250, decision 0065): whatever is public or paid
  'age.unknown': {
    status: 403,
    message: () => 'Please enter your date of birth first. You find it in your profile, under Personal Info.',
  },
  'age.consent_needed': {
    status: 403,
    message: () =>
      'You are under 18, so a parent or guardian has to agree first. Ask them in Account Settings, under Guardian’s consent.',
  },
  'access.not_found': { status: 404, message: () => 'This was not found.' },
  'feature.off': { status: 403, message: () => 'This is switched off at the moment.' },
  'server.failed': { status: 500, message: () => GENERIC },
  'server.busy': { status: 503, message: () => GENERIC },

  // Accounts (ACC-096…ACC-104, ACC-134…ACC-139)
  'auth.wrong_login': {
    status: 401,
    field: 'password',
    message: () => 'The username, email or password is not right.',
  },
  'auth.too_many_logins': {
    status: 429,
    field: 'password',
    message: (d) => `Too many tries. Please wait ${d['minutes'] ?? 15} minutes and try again.`,
  },
  'auth.username_taken': { status: 409, field: 'username', message: () => 'This username has already been used' },
  'auth.email_taken': { status: 409, field: 'email', message: () => 'This email has already been used' },
  'auth.phone_taken': { status: 409, field: 'phoneNumber', message: () => 'This phone number has already been used' },
  'auth.password_weak': {
    status: 400,
    field: 'password1',
    message: () => passwordText.common,
  },
  'auth.password_mismatch': { status: 400, field: 'password2', message: () => 'The password does not match' },
  'auth.code_not_verified': { status: 403, field: 'code', message: () => 'Please confirm the code first.' },
  'auth.code_expired': {
    status: 410,
    field: 'code',
    message: () => 'This code has expired. Please ask for a new one.',
  },
  'auth.code_void': { status: 429, field: 'code', message: () => 'Too many wrong tries. Please ask for a new code.' },
  'auth.code_limit': {
    status: 429,
    field: 'code',
    message: () => 'Too many codes were sent. Please try again in an hour.',
  },
  'auth.code_not_sent': { status: 502, field: 'code', message: () => 'The code could not be sent. Please try again.' },
  'auth.reset_used': { status: 410, message: () => 'This link has expired or was used already. Please start again.' },
  // Passkeys and two-factor sign-in (decision 0056)
  'auth.second_step_needed': {
    status: 401,
    field: 'password',
    message: () => 'This account asks for a code at sign-in. Reload the app to update it, then sign in again.',
  },
  'auth.wrong_code': { status: 403, field: 'code', message: () => 'This code is not right.' },
  'auth.code_used': {
    status: 409,
    field: 'code',
    message: () => 'This code was used already. Wait for the next one.',
  },
  'auth.second_step_over': {
    status: 410,
    field: 'code',
    message: () => 'This took too long. Please enter your password again.',
  },
  'auth.passkey_unknown': {
    status: 404,
    message: () => 'This passkey does not belong to an account any more. Sign in with your password.',
  },
  'auth.passkey_expired': { status: 410, message: () => 'This took too long. Please try again.' },
  'auth.passkey_refused': {
    status: 403,
    message: () => 'This passkey could not be checked. Try again, or use your password.',
  },
  'account.proof_needed': { status: 403, field: 'password', message: () => 'Please enter your password first.' },
  'account.wrong_password': { status: 403, field: 'password', message: () => 'The password is not right.' },
  'account.passkey_known': { status: 409, message: () => 'This passkey is in use already.' },
  'account.passkeys_full': {
    status: 409,
    message: () => `An account has at most ${PASSKEYS_MAX} passkeys. Delete one first.`,
  },
  'account.two_factor_off': { status: 409, message: () => 'Two-factor sign-in is off.' },
  'account.two_factor_on': { status: 409, message: () => 'Two-factor sign-in is on already.' },
  'account.two_factor_not_started': { status: 409, message: () => 'Please start the set-up again.' },
  // Account settings (D-88)
  'account.username_wait': {
    status: 429,
    field: 'username',
    message: ({ days = USERNAME_WAIT_DAYS }) =>
      `You can change your username once in ${USERNAME_WAIT_DAYS} days. Try again in ${days === 1 ? '1 day' : `${days} days`}.`,
  },
  'account.wrong_code': { status: 403, field: 'code', message: () => 'Incorrect confirmation code' },
  'account.wrong_current_password': {
    status: 400,
    field: 'currentPassword',
    message: () => 'The current password is not right.',
  },
  // Deletion of accounts (D-90)
  'account.last_owner': {
    status: 409,
    message: (d) =>
      `You are the only Owner of ${d['organization'] ?? 'an organization'}. Make another person its Owner first, or write to Help & Support.`,
  },
  'account.export_limit': {
    status: 429,
    message: () => `You can ask for ${EXPORTS_PER_DAY} archives within 24 hours. Please try again tomorrow.`,
  },
  'account.export_over': { status: 410, message: () => 'This archive was deleted. Ask for a new one.' },
  // A guardian's consent (decision 0065)
  'guardian.not_needed': { status: 409, message: () => 'You need no consent of a guardian.' },
  'guardian.given': { status: 409, message: () => 'Your guardian has agreed already.' },
  'guardian.own_address': {
    status: 400,
    field: 'email',
    message: () => 'This is your own address. Enter the address of your parent or guardian.',
  },
  'guardian.refused': {
    status: 409,
    field: 'email',
    message: () => 'This person did not agree. You can ask them again 30 days after their answer.',
  },
  'guardian.undelivered': {
    status: 409,
    field: 'email',
    message: () =>
      `This address takes no mails. Check it, enter another one, or try this one again in ${GUARDIAN_LINK_DAYS} days.`,
  },
  'guardian.limit': {
    status: 429,
    field: 'email',
    message: () => 'Many mails were sent already. Please try again tomorrow.',
  },
  'guardian.link_over': {
    status: 410,
    message: () => 'This link has expired or was used already. The young person can ask for a new mail.',
  },
  'account.gone': { status: 410, message: () => 'This account was deleted, and that can no longer be undone.' },
  'registration.step_missing': { status: 409, message: () => 'A step of your registration is missing.' },
  'role.not_owned': { status: 403, message: () => 'You do not have this role.' },

  ...deskProblems,
  ...inviteProblems,

  ...applicationProblems,

  // Sports and subscriptions
  'sport.no_role': { status: 400, message: () => 'Please choose at least one role.' },
  'sport.level_missing': { status: 400, message: (d) => `Please choose a level for ${d['role'] ?? 'this role'}.` },
  'subscription.exists': { status: 409, message: () => 'You are already subscribed to this sport.' },
  'subscription.sport_changed': {
    status: 409,
    message: () => 'This sport has changed since you opened the page. Look at what joining it means now, and go on.',
  },
  'subscription.second_beta': { status: 409, message: () => 'You can only join one Beta Sport Community at a time' },
  'subscription.not_leavable': {
    status: 409,
    message: () => 'This subscription cannot be left yet. A free trial ends by itself.',
  },
  'subscription.card_needed': { status: 402, message: () => 'A payment method is needed for this subscription.' },
  ...blockProblems,
  ...moneyProblems,

  // Library (LIB-031, UPL-029, T-35)
  'library.folder_taken': {
    status: 409,
    field: 'title',
    message: (d) => `${d['title'] ?? 'This folder'} already exists`,
  },
  'library.name_taken': { status: 409, field: 'filename', message: () => 'A file with this name already exists.' },
  'library.tag_profile_taken': {
    status: 409,
    field: 'title',
    message: (d) => `${d['title'] ?? 'This group'} already exists`,
  },
  'library.out_of_storage': {
    status: 409,
    message: () => 'Please upgrade your current storage plan to continue uploading new content.',
  },
  'library.archived': { status: 409, message: () => 'This file is archived. Restore it first.' },
  'library.not_ready': { status: 409, message: () => 'This content is still being prepared.' },
  // The video editor (VID-002, D-140)
  'captions.too_many_languages': { status: 409, message: () => 'A file has captions in at most 8 languages.' },
  'captions.out_of_room': { status: 409, message: () => 'There is no room for more captions. Delete some first.' },
  'captions.not_possible': { status: 409, message: () => 'Only video and audio have captions and chapters.' },
  'library.trim_too_short': { status: 400, field: 'endMs', message: () => 'Keep at least 3 seconds.' },
  'library.trim_not_possible': { status: 409, message: () => 'Only a video can be cut, within its length.' },
  'library.trim_published': {
    status: 409,
    message: () => 'This video is on a channel and stays as it is. Save the part as a copy.',
  },

  // Upload
  'upload.too_large': {
    status: 413,
    message: (d) =>
      `The '${d['name'] ?? ''}' file is to large. The maximum file size can't exceed ${d['value'] ?? 500}${d['unit'] ?? 'MB'}.`,
  },
  'upload.wrong_type': { status: 415, message: (d) => `File '${d['name'] ?? ''}' is not a ${d['type'] ?? 'video'}` },
  'upload.wrong_digest': { status: 409, message: () => 'A part of the file changed on the way and is sent again.' },
  'upload.ahead': { status: 409, closes: true, message: () => 'The server has more of this file already.' },
  'upload.other_length': { status: 409, message: () => 'This upload was started with another file.' },
  'upload.nothing_to_replace': {
    status: 409,
    message: () => 'The item that this file would replace was deleted, or the replacement was cancelled.',
  },
  'upload.gone': { status: 410, message: () => 'This upload was cancelled.' },
  'upload.disk_full': {
    status: 507,
    message: () => 'There is no room on the server just now. Your upload waits and goes on by itself.',
  },
  'upload.url_expired': { status: 410, message: () => 'This upload address has expired.' },
  'file.wrong_digest': { status: 409, message: () => 'The picture changed on the way. Please try again.' },
  'file.not_a_picture': { status: 415, message: () => 'Only JPG and PNG pictures can be used.' },
  'file.too_many_pixels': {
    status: 413,
    message: () => 'This picture is too large. Use one of at most 67 megapixels, for example 8000 by 8000.',
  },
  'file.missing': { status: 409, message: () => 'A picture of this change has not arrived yet.' },

  // Channels and publishing
  'channel.name_taken': { status: 409, field: 'name', message: (d) => `${d['name'] ?? 'This channel'} already exists` },
  'channel.no_community': {
    status: 403,
    field: 'communityId',
    message: () => 'You may not create a channel in this community.',
  },
  'channel.too_deep': { status: 409, message: () => 'This channel cannot have subchannels.' },
  'channel.picture_small': {
    status: 422,
    message: (d) => `The ${d['picture'] ?? 'picture'} must have at least ${d['width']}x${d['height']} px.`,
  },
  'channel.has_content': { status: 409, message: () => 'Unpublish the content of this channel before you delete it.' },
  'channel.has_subchannels': { status: 409, message: () => 'Delete the subchannels of this channel first.' },
  'channel.playlist_taken': {
    status: 409,
    field: 'title',
    message: (d) => `${d['title'] ?? 'This playlist'} already exists`,
  },
  'channel.own': { status: 409, message: () => 'This is your own channel.' },
  'publish.already': { status: 409, message: () => 'This content is already on a channel.' },
  'publish.is_live': { status: 409, message: () => 'This content is live already.' },
  'publish.removed': {
    status: 409,
    message: () =>
      'We removed this content. It cannot be published or copied. If you think that this is wrong, write to Help & Support.',
  },
  'publish.not_published': { status: 404, message: () => 'Content is not published' },

  // Profiles (PRO-064, PRO-071, D-75 to D-82)
  'profile.bad_link': {
    status: 400,
    field: 'social_link',
    message: () => 'Please enter a web address, for example https://example.org/name.',
  },
  'profile.contacts_full': { status: 409, message: () => 'A profile has at most 10 contacts.' },
  'profile.picture_small': {
    status: 422,
    message: (d) => `The ${d['picture'] ?? 'picture'} must have at least ${d['width']}x${d['height']} px.`,
  },
  'profile.too_young': { status: 400, field: 'dateOfBirth', message: () => 'Users must be 13 or older.' },
  'profile.birth_fixed': {
    status: 403,
    field: 'dateOfBirth',
    message: () => 'Your date of birth stays as it is until you are 18. If it is wrong, write to Help & Support.',
  },
  'profile.minor': {
    status: 403,
    message: () => 'Date of birth and location stay hidden until you are 18.',
  },
  'profile.bad_size': {
    status: 400,
    message: (d) =>
      d['field'] === 'weight' ? 'Enter 15 to 350 kg or 33 to 770 lb.' : 'Enter 0.5 to 2.72 m or 20 to 107 inch.',
  },
  'profile.language_twice': {
    status: 400,
    field: 'secondarySpokenLanguages',
    message: () => 'A language is named twice.',
  },

  // Watch
  'watch.locked': {
    status: 403,
    message: () => 'Oops! You need to subscribe to the sport to unlock this Member-Only content.',
  },
  'rating.own_content': { status: 403, message: () => 'You cannot rate your own content.' },
  'rating.exists': { status: 409, message: () => 'You have rated this already.' },
  'comment.gone': { status: 404, message: () => 'This comment does not exist any more.' },
  'comment.liked_enough': {
    status: 409,
    message: () => 'You have liked many comments today. Please try again tomorrow.',
  },
  'comment.own': { status: 403, message: () => 'You cannot report your own comment.' },
  'support.limit': {
    status: 409,
    message: () => 'You have written to support many times today. Please try again tomorrow.',
  },
  'comment.reported_enough': {
    status: 409,
    message: () => 'You have reported a lot today. Please try again tomorrow.',
  },
  'view.counted': { status: 429, message: () => 'This view was counted already.' },
});

export type { ProblemDetails };
export type ProblemCode = keyof typeof problems;

/** One entry of the answer's `errors`. Source: D-03. */
export interface WireProblem {
  code: string;
  message: string;
  field?: string;
}

/**
 * An expected refusal. Thrown by domains, sent as `{errors: [{code, message, field?}]}`, thrown by the client as CallError.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  readonly field: string | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(problems[code].message(details), options);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
    const kind: ProblemKind = problems[code];
    this.field = (details['field'] as string | undefined) ?? kind.field;
  }

  get status(): number {
    return problems[this.code].status;
  }

  get closes(): boolean {
    return (problems[this.code] as ProblemKind).closes === true;
  }

  toWire(): WireProblem {
    return { code: this.code, message: this.message, ...(this.field ? { field: this.field } : {}) };
  }
}

/** Codes that any call can answer. */
export const COMMON_PROBLEMS = [
  'request.invalid',
  'request.too_large',
  'request.wrong_type',
  'request.too_often',
  'request.too_slow',
  'request.key_reused',
  'request.key_missing',
  'request.cross_site',
  'session.missing',
  'session.over',
  'access.denied',
  'access.not_in_person',
  'access.registration_incomplete',
  'age.unknown',
  'age.consent_needed',
  'access.not_found',
  'server.failed',
  'server.busy',
] as const satisfies readonly ProblemCode[];
