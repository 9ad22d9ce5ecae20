import { Problem } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import { hasChallenge, keepChallenge, takeChallenge } from './challenges.ts';
import { enter } from './enter.ts';
import { knownDevice } from './known-device.ts';
import { countLogin } from './limits.ts';
import { makeToken } from './secrets.ts';
import { noteSecurity } from './security-note.ts';
import { spendCode } from './two-factor.ts';

/** The ticket counts only as long as the password stays the same. */
const valueOf = (token: string, passwordHash: string): string => `${token}.${passwordHash}`;

/**
 * Answers a right password of an account that also asks for a code: a ticket, and nothing about the person. The fields
 * that clients expect are there, empty. Source: decision 0056.
 */
export const startSecondStep = async (
  { services, db }: CallContext,
  { id, password_hash }: { id: string; password_hash: string },
) => {
  const token = makeToken();
  await keepChallenge(services, db, { purpose: 'second_step', value: valueOf(token, password_hash), userId: id });
  return {
    loginAllowed: false,
    secondStep: `${id}.${token}`,
    userId: id,
    profiles: [],
    isRegistrationComplete: false,
    isAdmin: false,
    isEducator: false,
    isOrganization: false,
  };
};

/**
 * The second step of a sign-in. Wrong codes count like wrong passwords, in buckets of their own: who does not know the
 * password cannot use up the tries of who does. The ticket stays for another try; a right code takes it.
 */
export const confirmLogin = async (
  context: CallContext,
  { secondStep, code }: { secondStep: string; code: string },
) => {
  const { services, db, request } = context;
  const [userId, token] = secondStep.split('.');
  const account = await findAccount(context, userId);
  if (!account || !token) throw new Problem('auth.second_step_over');
  const ticket = {
    purpose: 'second_step',
    value: valueOf(token, account.password_hash),
    userId: account.id,
  } as const;
  // Before the try is counted: without a ticket nobody uses up tries.
  if (!(await hasChallenge(services, db, ticket))) throw new Problem('auth.second_step_over');
  const takeBack = await countLogin(services, request.client, `code:${account.id}`, knownDevice(context, account.id));
  const answer = await enter(context, account.id, async (tx) => {
    if (!(await takeChallenge(services, tx, ticket))) throw new Problem('auth.second_step_over');
    if ((await spendCode(services, tx, account.id, code)) === 'recovery')
      await noteSecurity(context, tx, account.id, 'recovery_code_used');
  });
  await takeBack();
  return answer;
};

const findAccount = async ({ db }: CallContext, userId: string | undefined) =>
  userId !== undefined && /^[0-9a-f-]{36}$/.test(userId)
    ? db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', userId).executeTakeFirst()
    : undefined;
