import { sql } from 'kysely';
import { userScope } from '#contract/ids.ts';
import { BLOCKS_MAX } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

/** Whether one of two people blocks the other. The rule for lists is the function `blocked_with` of the database. */
export const isBlockedBetween = async (db: Db, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`select is_blocked_between(${one}, ${other}) as blocked`.execute(db);
  return rows[0]!.blocked;
};

/**
 * Blocks a person, as the person that the caller is, in every role.
 *
 * @throws Problem `block.self`, `block.enough`; `access.not_found` for somebody whom others do not see.
 */
const block: Handler<'blocks.block'> = async ({ db, session, now, wake }, { personId }) => {
  if (personId === session.userId) throw new Problem('block.self');
  // Locks the person's version counter until the commit: blocks of several devices are counted one after the other.
  await raiseScopes(db, [userScope(session.userId)]);
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', personId)
    .where('is_registration_complete', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  found(person);
  const added = await db
    .insertInto('blocks')
    .values({ scope: session.scope, user_id: session.userId, blocked_id: personId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .execute();
  if (added.length === 0) return;
  const { count } = await db
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', session.userId)
    .executeTakeFirstOrThrow();
  // The refusal rolls the block back.
  if (Number(count) > BLOCKS_MAX) throw new Problem('block.enough');
  wake(session.scope);
};

const unblock: Handler<'blocks.unblock'> = async ({ db, session, wake }, { personId }) => {
  await raiseScopes(db, [session.scope]);
  await db.deleteFrom('blocks').where('user_id', '=', session.userId).where('blocked_id', '=', personId).execute();
  wake(session.scope);
};

/** Blocks between people. What a block hides says decision 0123. */
export const blocksHandlers: AreaHandlers<'blocks'> = {
  'blocks.block': block,
  'blocks.unblock': unblock,
};
