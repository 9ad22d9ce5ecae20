import { Problem } from '#contract/problems.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { CallContext, Handlers } from '#server/calls/context.ts';
import { notifyWelcome } from '../auth/notices.ts';
import { readOwn } from '../auth/sign-in.ts';

/** Kept answers are forgotten after 30 days. Source: D-301. */
const PROGRESS_LIFE_MS = 30 * 24 * 3_600_000;
/** Longest kept progress, characters of JSON. */
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
  const kept = input.saveProgress ? { step: input.step ?? null, data: input.data ?? null } : null;
  const text = kept && JSON.stringify(kept);
  if (text && text.length > PROGRESS_MAX) throw new Problem('request.too_large');
  const at = services.now();
  await db
    .updateTable('users')
    .set({ registration_progress: text, registration_progress_at: kept && at })
    .where('id', '=', session.userId)
    .execute();
  return kept ? { saveProgress: true, ...kept, updatedAt: at.toISOString() } : NONE;
};

const readProgress = async ({ session, db, services }: CallContext): Promise<Progress> => {
  const row = await db
    .selectFrom('users')
    .select(['registration_progress as kept', 'registration_progress_at as at'])
    .where('id', '=', session.userId)
    .where('registration_progress_at', '>', new Date(services.now().getTime() - PROGRESS_LIFE_MS))
    .executeTakeFirst();
  if (!row?.kept || !row.at) return NONE;
  return { saveProgress: true, step: row.kept.step, data: row.kept.data, updatedAt: row.at.toISOString() };
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
    const done = await db
      .updateTable('users')
      .set({ is_registration_complete: true, registration_progress: null, registration_progress_at: null })
      .where('id', '=', session.userId)
      .where((is) =>
        is.or([is('is_learner', '=', true), is('is_educator', '=', true), is('is_organization', '=', true)]),
      )
      .returning('last_role')
      .executeTakeFirst();
    if (!done) throw new Problem('registration.step_missing');
    await notifyWelcome(services, db, { userId: session.userId, role: done.last_role });
  }
  return readOwn(db, session.userId);
};

export const registrationHandlers: Handlers = {
  'registration.saveProgress': saveProgress,
  'registration.readProgress': readProgress,
  'registration.setFlags': setFlags,
};
