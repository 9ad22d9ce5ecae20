import type { Call } from '#contract/call.ts';
import { callById } from '#contract/calls.ts';
import { mayLeaves } from '#contract/facts.ts';
import { exampleFacts, exampleInput, type Example } from './examples.ts';
import { DIFFERENCE, type Actor, type World } from './fixtures.ts';
import { send } from './request.ts';
import { countRows } from './snapshot.ts';

const REPORTERS = ['member', 'creator', 'organization owner'] as const;
const REPORT_OF = {
  'desk.decideReport': 'comments.report',
  'desk.decideContentReport': 'reports.content',
  'desk.decidePersonReport': 'reports.person',
} as const;
let reported = 0;

/** An actor and a request for a call: a Creator on their own rows, or somebody else if it is about those of others. */
export const prepareCall = async (world: World, call: Call): Promise<{ actor: Actor; example: Example }> => {
  const { of, after } = exampleFacts(call);
  const isOfOthers = of === 'others';
  const actor = world.actor(makerOf(call, isOfOthers));
  const rows = isOfOthers ? world.other(actor) : world.rows(actor);
  if (after) {
    const first = callById.get(after)!;
    await send(world, first, await exampleInput(first, world, { actor, rows }), actor);
  }
  const reportId = REPORT_OF[call.id as keyof typeof REPORT_OF];
  if (reportId) {
    // A person reports something once: each time somebody else.
    const report = callById.get(reportId)!;
    const reporter = world.actor(REPORTERS[reported++ % REPORTERS.length]!);
    await send(world, report, await exampleInput(report, world, { actor: reporter, rows }), reporter);
  }
  if (call.id === 'desk.restoreContent') {
    const removing = { removed_at: new Date(), removal_reason: 'A fight.', removed_live: true, is_live: false };
    const { db } = world.server.services.database;
    await db.updateTable('publications').set(removing).where('id', '=', rows.publication).execute();
  }
  if (call.id === 'desk.setSport')
    await world.server.services.database.pool.query(`update sports set sport_type = 'WaitList' where id = 'boxing'`);
  if (call.id === 'desk.explainDifference')
    await world.server.services.database.pool.query('delete from explained_movements where movement_id = $1', [
      DIFFERENCE,
    ]);
  // A comparison that waits keeps another from being started.
  if (call.id === 'desk.compareMoney')
    await world.server.services.database.pool.query(`delete from jobs.job where name = 'payments.reconcile'`);
  if (call.id === 'desk.retryJob') await addGivenUpJob(world, rows.publication);
  return { actor, example: await exampleInput(call, world, { actor, rows }) };
};

/** A job that failed for good, with the id that the example names. */
const addGivenUpJob = async (world: World, id: string): Promise<void> => {
  const { pool } = world.server.services.database;
  await pool.query('delete from jobs.job where id = $1', [id]);
  await pool.query(
    `insert into jobs.job (id, name, data, state, started_on, completed_on, retry_limit, policy)
     values ($1, 'search.refresh', '{}', 'failed', now(), now(), 0, 'short')`,
    [id],
  );
};

/** The actor who may make a call. */
const makerOf = (call: Call, isOfOthers: boolean): string => {
  if (call.id === 'account.askGuardian') return 'minor';
  if (mayLeaves(call.may).includes('superadmin')) return 'superadmin';
  if (isOfOthers) return 'member';
  return mayLeaves(call.may).includes('organization') || call.id === 'users.setOrganization'
    ? 'organization owner'
    : 'creator';
};

/** Number of rows of every table, and the used storage, once the server has done what it does after its answers. */
export const countEffects = async (world: World): Promise<Record<string, number>> => {
  const { background, database } = world.server.services;
  const { pool } = database;
  await background.idle();
  const counts = await countRows(pool);
  const { rows } = await pool.query<Record<string, number>>(
    `select (select sum(used) from storage_accounts)::float8 as "used room",
      (select sum(reserved) from storage_accounts)::float8 as "reserved room",
      (select coalesce(sum(views), 0) from publication_stats)::float8 as "views counted",
      (select coalesce(sum(ratings), 0) from publication_stats)::float8 as "ratings counted"`,
  );
  return { ...counts, ...rows[0]! };
};
/** The differences between two counts. */
export const difference = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.keys(after)
      .map((name) => [name, after[name]! - before[name]!] as const)
      .filter(([, more]) => more !== 0),
  );
