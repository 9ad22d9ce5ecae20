import type { AreaHandlers } from '#server/calls/context.ts';
import { resetHandlers } from './reset.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';

export { hashPassword } from './secrets.ts';

export const authHandlers: AreaHandlers<'auth'> = { ...signUpHandlers, ...signInHandlers, ...resetHandlers };
