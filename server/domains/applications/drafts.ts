import { DRAFTS_MAX } from '#contract/applications-limits.ts';
import type { ApplicationDraft } from '#contract/applications.ts';
import { Problem } from '#contract/problems.ts';
import type { Handler, Handlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Db } from '#server/db/database.ts';

// Unfinished applications, so that each can be finished on any device. Source: decision 0088.

const readDraft = async (db: Db, userId: string, name: string): Promise<ApplicationDraft> => {
  const row = await db
    .selectFrom('application_drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return { name, version: 0, step: null, data: null, updatedAt: null };
  return {
    name,
    version: row.version,
    step: row.step,
    data: row.data as unknown as Record<string, unknown>,
    updatedAt: row.updated_at.toISOString(),
  };
};

const saveDraft: Handler<'applications.saveDraft'> = async (
  { db, session: { userId, scope }, now },
  { name, version, step, data },
) => {
  // Two tabs of one person come one after the other.
  await raiseScopes(db, [scope]);
  const before = await readDraft(db, userId, name);
  if (version !== undefined && version !== before.version) throw new Problem('application.draft_changed');
  if (before.version === 0) {
    const { count } = await db
      .selectFrom('application_drafts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= DRAFTS_MAX) throw new Problem('application.drafts_full');
  }
  const kept = { version: before.version + 1, step, data: JSON.stringify(data), updated_at: now };
  await db
    .insertInto('application_drafts')
    .values({ scope, user_id: userId, name, ...kept })
    .onConflict((on) => on.columns(['user_id', 'name']).doUpdateSet(kept))
    .execute();
  return readDraft(db, userId, name);
};

export const draftHandlers = {
  'applications.readDraft': ({ db, session }, { name }) => readDraft(db, session.userId, name),
  'applications.saveDraft': saveDraft,
  'applications.deleteDraft': async ({ db, session }, { name }) => {
    await db.deleteFrom('application_drafts').where('user_id', '=', session.userId).where('name', '=', name).execute();
  },
} satisfies Handlers;
