import { setLearner } from '#contract/users.ts';
import { setRegistrationFlags } from '#contract/registration.ts';
import type { Subscription } from '#contract/rows.ts';
import { createRoles, type RoleMapping, type Sport } from '#contract/sports.ts';
import { subscribe } from '#contract/subscriptions.ts';
import { onboardingText } from '#contract/text/registration.ts';
import { CallError, isProblem } from '#store/api.ts';
import { callAs } from '#store/session.ts';
import type { Account } from '#app/data/account.ts';
import { kick } from '#app/device/traffic.ts';
import { failureText } from '#app/data/use-act.ts';
import { forgetDraft } from './registration-draft.ts';

/** The subscription that has started, for the text of the welcome page. */
export interface Started {
  sportName: string;
  subscriptionType: Subscription['subscriptionType'];
}

/** A failed registration step; the message is for the person. */
export class RegistrationProblem extends Error {
  override readonly name = 'RegistrationProblem';
}

const TYPE_OF_SPORT = { Launched: 'trial-free', Beta: 'beta-free', WaitList: 'waitlist' } as const;

/** Awaits a call and turns its failure into a `RegistrationProblem`. */
const orProblem = async <T>(work: Promise<T>, toMessage: (error: CallError) => string): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError) throw new RegistrationProblem(toMessage(error), { cause: error });
    throw error;
  }
};

/**
 * Joins a sport as a Member: saves the roles, subscribes, completes the registration. Each call is idempotent, so a
 * retry after a failure continues where it stopped. Source: SUB-045…SUB-048, D-272.
 *
 * @throws RegistrationProblem with the user message.
 */
export const joinSport = async (
  account: Account,
  sport: Sport,
  mapping: RoleMapping[],
  code: string | null,
): Promise<Started> => {
  const { userId, db } = account;
  const { interest } = onboardingText;
  const roles = callAs(userId, createRoles, {
    items: [{ sportId: sport.id, sportRoleParticipationLevelMapping: mapping }],
  });
  await orProblem(roles, (error) => failureText(error, interest.rolesFailed));
  const subscriptionType = await orProblem(subscribeOnce(userId, sport, code), (error) =>
    failureText(error, interest.subscribeFailed),
  );
  const flags = callAs(userId, setRegistrationFlags, { isLearner: true, isRegistrationComplete: true });
  const { output: me } = await orProblem(flags, (error) => failureText(error, interest.rolesFailed));
  await db.me.put(me);
  await forgetDraft(db);
  await noteWelcomed(account, me.learnerId);
  kick();
  return { sportName: sport.name, subscriptionType };
};

/** Subscribes; a subscription from an earlier failed attempt counts as success. */
const subscribeOnce = async (
  userId: string,
  sport: Sport,
  code: string | null,
): Promise<Subscription['subscriptionType']> => {
  try {
    const { output } = await callAs(userId, subscribe, {
      sportId: sport.id,
      ...(code && sport.sportType === 'Launched' ? { code } : {}),
    });
    return output.subscription.subscriptionType;
  } catch (error) {
    if (isProblem(error, 'subscription.exists')) return TYPE_OF_SPORT[sport.sportType];
    throw error;
  }
};

/** Records that the welcome page was shown. If this fails, the next sign-in shows it again. */
const noteWelcomed = async ({ userId, db }: Account, learnerId: string | null): Promise<void> => {
  if (!learnerId) return;
  try {
    await callAs(userId, setLearner, { id: learnerId, firstTimeLogin: false });
    const me = await db.me.get(userId);
    if (me) await db.me.update(userId, { firstTimeLogin: { ...me.firstTimeLogin, learner: false } });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
};
