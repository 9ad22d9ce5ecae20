import type { Handlers } from '#server/calls/context.ts';
import { meHandlers } from '../users/me.ts';
import { registrationHandlers } from '../registration/registration.ts';
import { resetHandlers } from './reset.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';

export { hashPassword } from './secrets.ts';
export { readOwn } from './sign-in.ts';
export { endAllSessions, openSession } from './sessions.ts';

export const accountsHandlers: Handlers = {
  ...signUpHandlers,
  ...signInHandlers,
  ...resetHandlers,
  ...registrationHandlers,
  ...meHandlers,
};
