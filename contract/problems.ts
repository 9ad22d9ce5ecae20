/**
 * Every problem that the server answers. A shipped code is never renamed or reused: programs use only the code, people
 * read the message.
 */
export interface ProblemDetails {
  readonly [name: string]: string | number | undefined;
}

interface ProblemKind {
  readonly status: number;
  /** The input that the problem is about, if it is always the same. */
  readonly field?: string;
  /** The server closes the connection after the answer, because it does not read the rest of the request. */
  readonly closes?: true;
  /** Builds the message for people from the details. */
  readonly message: (details: ProblemDetails) => string;
}

const kinds = <K extends Record<string, ProblemKind>>(table: K): K => table;
const GENERIC = 'Something went wrong. Please try again later.';

export const problems = kinds({
  // Common to every call
  'request.invalid': { status: 400, message: (d) => String(d['message'] ?? 'The request is not valid.') },
  'request.too_large': { status: 413, message: () => 'This is too large to send.' },
  'request.wrong_type': { status: 415, message: () => 'This kind of file or message cannot be read.' },
  'request.too_often': { status: 429, message: () => 'Too many tries. Please wait a moment and try again.' },
  'request.key_reused': { status: 422, message: () => 'This change was already sent with other contents.' },
  'request.key_missing': { status: 400, message: () => 'The Idempotency-Key header is missing or not a UUID.' },
  'request.cross_site': { status: 403, message: () => 'This request came from another site.' },
  'session.missing': { status: 401, message: () => 'Please sign in.' },
  'session.over': { status: 401, message: () => 'Your session is over. Please sign in again.' },
  'access.denied': { status: 403, message: () => 'You may not do this.' },
  'access.registration_incomplete': { status: 403, message: () => 'Please finish your registration first.' },
  'access.not_found': { status: 404, message: () => 'This was not found.' },
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
    message: () => 'This password is too common. Please choose another one.',
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
  'registration.step_missing': { status: 409, message: () => 'A step of your registration is missing.' },
  'role.not_owned': { status: 403, message: () => 'You do not have this role.' },

  // Invitations and codes (INV-030, INV-054)
  'invite.unknown_code': { status: 404, field: 'code', message: () => 'Incorrect invitation code' },
  'affiliate.unknown_code': { status: 400, field: 'code', message: () => 'This affiliate code is not valid.' },

  // Sports and subscriptions
  'sport.no_role': { status: 400, message: () => 'Please choose at least one role.' },
  'sport.level_missing': { status: 400, message: (d) => `Please choose a level for ${d['role'] ?? 'this role'}.` },
  'subscription.exists': { status: 409, message: () => 'You are already subscribed to this sport.' },
  'subscription.second_beta': { status: 409, message: () => 'You can only join one Beta Sport Community at a time' },
  'subscription.card_needed': { status: 402, message: () => 'A payment method is needed for this subscription.' },

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
  'library.not_ready': { status: 409, message: () => 'This content is still being prepared.' },

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
  'upload.gone': { status: 410, message: () => 'This upload was cancelled.' },
  'upload.disk_full': {
    status: 507,
    message: () => 'There is no room on the server just now. Your upload waits and goes on by itself.',
  },
  'upload.url_expired': { status: 410, message: () => 'This upload address has expired.' },
  'file.wrong_digest': { status: 409, message: () => 'The picture changed on the way. Please try again.' },
  'file.not_a_picture': { status: 415, message: () => 'Only JPG and PNG pictures can be used.' },
  'file.missing': { status: 409, message: () => 'A picture of this change has not arrived yet.' },

  // Channels and publishing
  'channel.name_taken': { status: 409, field: 'name', message: (d) => `${d['name'] ?? 'This channel'} already exists` },
  'channel.playlist_taken': {
    status: 409,
    field: 'title',
    message: (d) => `${d['title'] ?? 'This playlist'} already exists`,
  },
  'channel.own': { status: 409, message: () => 'This is your own channel.' },
  'publish.already': { status: 409, message: () => 'This content is already on a channel.' },
  'publish.not_published': { status: 404, message: () => 'Content is not published' },

  // Watch
  'watch.locked': {
    status: 403,
    message: () => 'Oops! You need to subscribe to the sport to unlock this Member-Only content.',
  },
  'rating.own_content': { status: 403, message: () => 'You cannot rate your own content.' },
  'rating.exists': { status: 409, message: () => 'You have rated this already.' },
  'view.counted': { status: 429, message: () => 'This view was counted already.' },
});

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
  'request.key_reused',
  'request.key_missing',
  'request.cross_site',
  'session.missing',
  'session.over',
  'access.denied',
  'access.registration_incomplete',
  'access.not_found',
  'server.failed',
  'server.busy',
] as const satisfies readonly ProblemCode[];
