import type { Call } from '#contract/call.ts';
import { callById } from '#contract/calls.ts';
import { exampleInput, type Example } from './examples.ts';
import type { Actor, World } from './fixtures.ts';
import { send } from './request.ts';
import { readSums } from './snapshot.ts';

/** An actor and a request for a call: a Creator on their own rows, or a Member if the rule excludes the owner. */
export const prepareCall = async (world: World, call: Call): Promise<{ actor: Actor; example: Example }> => {
  const isOfOthers =
    call.id === 'channels.follow' ||
    call.id === 'channels.unfollow' ||
    call.id.startsWith('ratings.') ||
    call.id.startsWith('watch.');
  const actor = world.actor(isOfOthers ? 'member' : 'creator');
  const rows = isOfOthers ? world.other(actor) : world.rows(actor);
  if (call.id === 'channels.unfollow')
    await send(world, callById.get('channels.follow')!, { input: { channelId: rows.channel } }, actor);
  return { actor, example: await exampleInput(call, world, { actor, rows }) };
};

/** Number of rows of every table, and the used storage. */
export const countEffects = async (world: World): Promise<Record<string, number>> => {
  const { pool } = world.server.services.database;
  const tables = Object.keys(await readSums(pool));
  const { rows } = await pool.query<{ name: string; count: number }>(
    `${tables.map((name) => `select '${name}' as name, count(*) from ${name}`).join(' union all ')}
    union all select 'used room', sum(used) from storage_accounts union all select 'reserved room', sum(reserved) from storage_accounts union all select 'views counted', coalesce(sum(views), 0) from publication_stats
    union all select 'ratings counted', coalesce(sum(ratings), 0) from publication_stats`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
};
/** The differences between two counts. */
export const difference = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.keys(after)
      .map((name) => [name, after[name]! - before[name]!] as const)
      .filter(([, more]) => more !== 0),
  );
