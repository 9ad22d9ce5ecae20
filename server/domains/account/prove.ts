import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import { checkOwnPassword } from '../auth/index.ts';

/** A sign-in this recent is proof enough that the person is the owner. */
const RECENT_MS = 10 * 60_000;

/**
 * Makes sure that the owner is there, and not somebody who found the device unlocked: by a recent sign-in, or the password.
 *
 * @throws Problem `account.proof_needed`, and as checkOwnPassword.
 */
export const proveOwner = async (context: CallContext, password: string | undefined): Promise<void> => {
  const { db, session, now } = context;
  const { created_at } = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  if (now.getTime() - created_at.getTime() < RECENT_MS) return;
  if (!password) throw new Problem('account.proof_needed');
  await checkOwnPassword(context, password);
};
