import { Problem } from '#contract/problems.ts';
import { notificationKinds } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { AreaHandlers, CallContext } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { attachAdminInvitations } from '../admin-invitations/index.ts';
import { noteJoined } from '../invites/index.ts';
import { notify } from '../notifications/index.ts';
import { readMe } from '../users/index.ts';

/** Saved progress is deleted after 30 days. Source: D-301. */
const PROGRESS_LIFE_MS = 30 * 24 * 3_600_000;
/** Longest saved progress, characters of JSON. */
const PROGRESS_MAX = 20_000;

interface Progress {
  saveProgress: boolean;
  step: string | null;
  data: Record<string, unknown> | null;
  updatedAt: string | null;
}
const NONE: Progress = { saveProgress: false, step: null, data: null, updatedAt: null };

const saveProgress = async (
  { session, db, services }: CallContext,
  input: { saveProgress: boolean; step?: string | undefined; data?: Record<string, unknown> | undefined },
): Promise<Progress> => {
  const saved = input.saveProgress ? { step: input.step ?? null, data: input.data ?? null } : null;
  const text = saved && JSON.stringify(saved);
  if (text && text.length > PROGRESS_MAX) throw new Problem('request.too_large');
  const at = services.now();
  await db
    .updateTable('users')
    .set({ registration_progress: text, registration_progress_at: saved && at })
    .where('id', '=', session.userId)
    .execute();
  return saved ? { saveProgress: true, ...saved, updatedAt: at.toISOString() } : NONE;
};

const readProgress = async ({ session, db, services }: CallContext): Promise<Progress> => {
  const row = await db
    .selectFrom('users')
    .select(['registration_progress as saved', 'registration_progress_at as at'])
    .where('id', '=', session.userId)
    .where('registration_progress_at', '>', new Date(services.now().getTime() - PROGRESS_LIFE_MS))
    .executeTakeFirst();
  if (!row?.saved || !row.at) return NONE;
  return { saveProgress: true, step: row.saved.step, data: row.saved.data, updatedAt: row.at.toISOString() };
};

const notifyWelcome = (services: Services, db: Db, userId: string, role: string): Promise<void> => {
  const isMember = role === 'learner';
  const { title, text, linkTitle } = notificationKinds.welcome;
  return notify(db, services, {
    userId,
    recipientType: isMember ? 'learner' : 'educator',
    kind: 'welcome',
    cause: 'welcome',
    title: title(),
    text: text(),
    linkTitle,
    link: isMember ? '/home' : '/channels',
  });
};

/**
 * Ends the registration of a person who has a role, welcomes them, and tells who invited them, once.
 *
 * @returns False if there is no role yet, or the registration had ended before.
 */
export const completeRegistration = async (services: Services, db: Db, userId: string): Promise<boolean> => {
  const done = await db
    .updateTable('users')
    .set({ is_registration_complete: true, registration_progress: null, registration_progress_at: null })
    .where('id', '=', userId)
    .where('is_registration_complete', '=', false)
    .where((is) => is.or([is('is_learner', '=', true), is('is_educator', '=', true), is('is_organization', '=', true)]))
    .returning('last_role')
    .executeTakeFirst();
  if (!done) return false;
  await notifyWelcome(services, db, userId, done.last_role);
  await noteJoined(db, services, userId);
  await attachAdminInvitations(db, services, userId);
  return true;
};

/** Marks the person as Member, and the registration as complete once there is a role. */
const setFlags = async (
  { session, db, services }: CallContext,
  input: { isLearner?: true | undefined; isRegistrationComplete?: true | undefined },
) => {
  await raiseScopes(db, [session.scope]);
  if (input.isLearner) {
    await db
      .updateTable('users')
      .set({ is_learner: true, last_role: 'learner' })
      .where('id', '=', session.userId)
      .where('is_learner', '=', false)
      .execute();
  }
  if (input.isRegistrationComplete && !session.isRegistrationComplete) {
    const isDone = await completeRegistration(services, db, session.userId);
    if (!isDone) throw new Problem('registration.step_missing');
  }
  return readMe(db, session.userId);
};

export const registrationHandlers: AreaHandlers<'registration'> = {
  'registration.saveProgress': saveProgress,
  'registration.readProgress': readProgress,
  'registration.setFlags': setFlags,
};
