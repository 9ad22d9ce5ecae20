import { sql, type RawBuilder } from 'kysely';
import type { SportOfDesk, StateOfSport } from '#contract/desk.ts';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { recordOperatorAct } from '../applications/index.ts';
import { CHANGES_TYPE } from './sport-changed.ts';

/** People who pay for a sport `sp`, try it or are in its Beta, or whose first payment is on its way. */
const IS_JOINED = sql`(exists (select 1 from subscriptions s where s.sport_id = sp.id and s.type in ('subscribed', 'trial', 'trial-free', 'beta-free'))
  or exists (select 1 from invoice_items t join invoices i on i.id = t.invoice_id
    where t.sport_id = sp.id and not t.is_void and i.kind = 'first' and i.status = 'open'))`;

const selectSports = async (db: Db, where: RawBuilder<unknown>): Promise<SportOfDesk[]> => {
  const { rows } =
    await sql<SportOfDesk>`select sp.id, sp.name, sp.sport_type as "sportType", sp.is_active as "isActive",
      c.approved as "approvedCreators", (ls.row ->> 'activeEducatorsWithContent')::int as "creatorsWithContent",
      p.published as "publishedItems", n.*, sp.sport_type <> 'WaitList' and not j.is_joined as "canGoBack",
      sp.is_active and not j.is_joined and c.approved = 0 and p.published = 0 as "canDeactivate"
    from sports sp join listed_sports ls on ls.id = sp.id
      cross join lateral (select ${IS_JOINED} as is_joined) j
      cross join lateral (select count(*)::int as approved from (
          select user_id from applications where sport_id = sp.id and status = 'approved'
          union select user_id from subscriptions where sport_id = sp.id and type = 'educator') a
        join users u on u.id = a.user_id where u.deleted_at is null and not u.is_suspended) c
      cross join lateral (select count(*)::int as published from publications p join channels ch on ch.id = p.channel_id and ch.active
        where p.sport_id = sp.id and p.is_live and not p.is_deleted) p
      cross join lateral (select count(*) filter (where s.type = 'waitlist')::int as waiting,
          count(*) filter (where s.type = 'beta-free')::int as "inBeta",
          count(*) filter (where s.type in ('trial', 'trial-free'))::int as "onTrial",
          count(*) filter (where s.type = 'subscribed')::int as subscribed
        from subscriptions s where s.sport_id = sp.id) n
    where ${where} order by sp.name, sp.id`.execute(db);
  return rows;
};

const list: Handler<'desk.sports'> = async ({ db }, { state, limit, offset }) => {
  const isListed = sql`case ${state}::text when 'all' then true when 'inactive' then not sp.is_active
    else sp.is_active and sp.sport_type = ${state} end`;
  const counted = await sql<{
    count: number;
  }>`select count(*)::int as count from sports sp where ${isListed}`.execute(db);
  const page = sql`sp.id in (select sp.id from sports sp where ${isListed} order by sp.name, sp.id limit ${limit} offset ${offset})`;
  const results = await selectSports(db, page);
  return { count: counted.rows[0]!.count, results };
};

const TYPES = ['WaitList', 'Beta', 'Launched'] as const;

/** What a change is called, and whether it takes something back. */
interface Step {
  act: string;
  takesBack?: 'type' | 'activity';
}

const BY_TYPE: Readonly<Record<string, Step>> = {
  'WaitList Beta': { act: 'sport.beta_started' },
  'Beta Launched': { act: 'sport.launched' },
  'Beta WaitList': { act: 'sport.beta_undone', takesBack: 'type' },
  'Launched Beta': { act: 'sport.launch_undone', takesBack: 'type' },
};

/** Undefined if a sport does not go that way in one step. */
const stepOf = (was: StateOfSport, next: StateOfSport): Step | undefined => {
  const isSameType = was.sportType === next.sportType;
  if (was.isActive && next.isActive) return BY_TYPE[`${was.sportType} ${next.sportType}`];
  if (was.isActive) return isSameType ? { act: 'sport.deactivated', takesBack: 'activity' } : undefined;
  if (!next.isActive) return undefined;
  if (next.sportType === TYPES[0])
    return isSameType ? { act: 'sport.waitlist_opened' } : { act: 'sport.waitlist_opened', takesBack: 'type' };
  return isSameType ? { act: 'sport.activated' } : undefined;
};

/** @throws Problem `desk.sport_changed`, `desk.sport_step`, `desk.sport_in_use`. */
const checkStep = (before: SportOfDesk, was: StateOfSport, next: StateOfSport): Step => {
  const refuse = (code: ProblemCode): never => {
    throw new Problem(code);
  };
  if (before.sportType !== was.sportType || before.isActive !== was.isActive) refuse('desk.sport_changed');
  const step = stepOf(was, next) ?? refuse('desk.sport_step');
  if (step.takesBack === 'type' && !before.canGoBack) refuse('desk.sport_in_use');
  if (step.takesBack === 'activity' && !before.canDeactivate) refuse('desk.sport_in_use');
  return step;
};

/**
 * Changes the type of a sport, or whether people find it. Its people are told by a job, and members of a Beta that is launched
 * get their trial from the billing job: both are sent in the transaction of the act. Source: D-178, decision 0126.
 */
const setSport: Handler<'desk.setSport'> = async (
  { db, services, session, now },
  { id, was, sportType, isActive, reason },
) => {
  // Waits for those who join it at this moment, and the next of them for this.
  found((await sql`select 1 from sports where id = ${id} for no key update`.execute(db)).rows[0]);
  const [before] = await selectSports(db, sql`sp.id = ${id}`);
  const { act } = checkStep(before!, was, { sportType, isActive });
  await db.updateTable('sports').set({ sport_type: sportType, is_active: isActive }).where('id', '=', id).execute();
  const subject = { kind: 'sport', id };
  const actId = await recordOperatorAct(db, { actorId: session.userId, act, subject, reason, now });
  if (CHANGES_TYPE.includes(act)) await services.jobs.send(db, 'sport.changed', { actId });
  if (act === 'sport.launched') await services.jobs.send(db, 'billing.run', {});
  return (await selectSports(db, sql`sp.id = ${id}`))[0]!;
};

export const sportHandlers = { 'desk.sports': list, 'desk.setSport': setSport } satisfies Handlers;
