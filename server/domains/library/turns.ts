import { sql } from 'kysely';
import { encodingText } from '#contract/text/upload-review.ts';
import { ENCODING } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';

/**
 * Whose encoding goes next. Encoding is shared by cost: of the scopes that wait the one that used the least work in the
 * last hour goes first, and of its files the cheapest; each scope has at most one job at work in each lane. Chosen in
 * SQL under a lock, so any number of processes share one order. Larger renditions of what can be watched already come after
 * all that cannot. Source: decision 0035 and 0045.
 */

/** Lanes: texts, which take seconds; what is encoded in minutes, or has no price yet; what takes long. */
export type Lane = 'quick' | 'short' | 'long';
/** Priorities of jobs that may be taken, by lane; 0 waits. Workers take only the priorities of their lanes. */
export const PRIORITY: Readonly<Record<Lane, number>> = { quick: 1, short: 1, long: 2 };

export interface TurnRules {
  /** Above this work a file is long. */
  longWork: number;
  /** Seconds of media that a scope may have encoded on one day (UTC); what is over waits for the next. */
  secondsPerDay: number;
}

const JOB = 'media.prepare';
const CONTENT_ID = sql.lit('^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$');

/** Waiting and working jobs with their scope, lane and price; content ids of other shapes belong to no content. */
const jobsWithPrice = ({ longWork, secondsPerDay }: TurnRules) => sql`
  job as materialized (
    select j.id, j.state::text as state, j.created_on, j.start_after, c.id as content_id,
      coalesce(c.scope, j.id::text) as scope,
      case when c.id is null or c.type = 'text' then 'quick' when e.work > ${longWork} then 'long' else 'short' end as lane,
      coalesce(e.work, 0) as work, coalesce(e.seconds, 0) as seconds, e.begun_at,
      coalesce(c.encoding_status = ${ENCODING.done} and c.cut_id is null, false) as is_later
    from jobs.job j
    left join contents c on c.id =
      case when j.data->>'contentId' ~ ${CONTENT_ID} then (j.data->>'contentId')::uuid end
    -- An edit has a price of its own.
    left join encodings e on e.content_id = case when c.encoding_status = ${ENCODING.done} then coalesce(c.cut_id, c.id) else c.id end
    where j.name = ${JOB} and j.state in ('created', 'retry', 'active')),
  used as materialized (
    select scope, coalesce(sum(work) filter (where begun_at > now() - interval '1 hour'), 0) as lately,
      coalesce(sum(seconds) filter (where begun_at >= date_trunc('day', now(), 'UTC')), 0) as today
    from encodings where scope in (select scope from job) and begun_at > now() - interval '25 hours' group by scope),
  waiting as materialized (
    select job.*, coalesce(used.lately, 0) as lately,
      lane <> 'quick' and begun_at is null and used.today > 0 and used.today + seconds > ${secondsPerDay} as is_over
    from job left join used using (scope) where state <> 'active' and start_after <= now())`;

/**
 * Gives each lane its next job, and takes the turn back from those that are not next any more.
 *
 * @returns Whether a job may be taken now that could not before.
 */
export const chooseTurns = async (tx: Db, rules: TurnRules): Promise<boolean> => {
  // Another process is choosing at this moment.
  const lock = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('encoding turns', 0)) as taken`.execute(tx);
  if (!lock.rows[0]?.taken) return false;
  const { rows } = await sql<{ priority: number }>`
    with ${jobsWithPrice(rules)},
    next as (
      select distinct on (lane) id, lane from waiting
      where is_over is not true and not exists (
        select 1 from job working where working.state = 'active' and working.scope = waiting.scope and working.lane = waiting.lane)
      order by lane, is_later, lately, work, created_on, id),
    changed as (
      select job.id, case when n.id is null then 0 when n.lane = 'long' then ${PRIORITY.long}::int else ${PRIORITY.short}::int end
        as priority
      from job left join next n on n.id = job.id where job.state <> 'active')
    update jobs.job j set priority = c.priority from changed c
    where j.name = ${JOB} and j.id = c.id and j.state < 'active' and j.priority <> c.priority
    returning j.priority`.execute(tx);
  return rows.some(({ priority }) => priority > 0);
};

/**
 * Records what the encoding of a content costs.
 *
 * @returns False if it must not go on in its turn: it is long, and this turn was not given to a long one, or its scope
 * has used up its day. It then waits for another turn.
 */
export const priceEncoding = async (
  db: Db,
  content: { id: string; scope: string },
  { seconds, work }: { seconds: number; work: number },
  { longWork, secondsPerDay }: TurnRules,
): Promise<boolean> => {
  const { rows } = await sql<{ isNew: boolean; isOver: boolean }>`
    with priced as (
      insert into encodings (content_id, scope, seconds, work) values (${content.id}, ${content.scope}, ${seconds}, ${work})
      on conflict (content_id) do nothing returning 1)
    select exists (select 1 from priced) as "isNew",
      coalesce(sum(seconds), 0) > 0 and coalesce(sum(seconds), 0) + ${seconds} > ${secondsPerDay} as "isOver"
    from encodings where scope = ${content.scope} and content_id <> ${content.id} and begun_at >= date_trunc('day', now(), 'UTC')`.execute(
    db,
  );
  const { isNew, isOver } = rows[0]!;
  // With a price from an earlier run the turn was given by it.
  return !isNew || (work <= longWork && !isOver);
};

/** Notes that a content is being encoded; its minutes count for the day of the first time. */
export const beginEncoding = async (db: Db, workId: string): Promise<void> => {
  await sql`update encodings set begun_at = now() where content_id = ${workId} and begun_at is null`.execute(db);
};

/** Contents whose progress is shown although their job waits again, for example because its server was stopped. */
const stopped = sql`
    select c.id, c.scope from contents c join (
      select data->>'contentId' as id from jobs.job where name = ${JOB} and state in ('created', 'retry')
      except select data->>'contentId' from jobs.job where name = ${JOB} and state = 'active') w
    on c.id = case when w.id ~ ${CONTENT_ID} then w.id::uuid end
    where c.encoding_status between 1 and 3 or c.cut_status between 1 and 3 or c.better_progress > 0`;

/** Time after which a content that waits for a server without a jail says so: another server may take it meanwhile. */
const SAY_AFTER_SECONDS = 30;

/** Contents that wait for longer than their turn and do not say why yet, with the reason. */
const unexplained = (rules: TurnRules, canWork: boolean) => sql`
    with ${jobsWithPrice(rules)},
    reason as (
      select content_id, case
        when is_over then ${encodingText.tomorrow(Math.round(rules.secondsPerDay / 60))}::text
        when not ${canWork}::boolean and not exists (select 1 from job where state = 'active') and created_on < now() - make_interval(secs => ${SAY_AFTER_SECONDS}::int)
          then ${encodingText.serverCannot}::text end as text
      from waiting where content_id is not null)
    select c.id, c.scope, r.text from contents c join reason r on c.id = r.content_id
    where r.text is not null
      and case when c.encoding_status = ${ENCODING.done} then c.cut_reason else c.review_reason end is distinct from r.text
      and (c.encoding_status between 0 and ${ENCODING.done - 1} or c.cut_status between 0 and ${ENCODING.done - 1})`;

/**
 * Shows of contents that wait for an encoding what is so: no percent of work that is not done, and why they wait for longer
 * than their turn. Raises the versions of their scopes before it locks their rows; the transaction may hold no row yet.
 *
 * @param canWork Whether this process could work on them. If not, but another one does, nothing is said.
 * @returns The scopes whose contents changed.
 */
export const showWaits = async (tx: Db, rules: TurnRules, canWork: boolean): Promise<string[]> => {
  const found = await sql<{ scope: string }>`
    select scope from (${stopped}) s union select scope from (${unexplained(rules, canWork)}) u`.execute(tx);
  const scopes = found.rows.map(({ scope }) => scope);
  if (scopes.length === 0) return [];
  await raiseScopes(tx, scopes);
  const ofScopes = sql`c.scope = any(${sql.val(scopes)}::text[])`;
  const reset = await sql<{ scope: string }>`
    update contents c set minutes_left = null, better_progress = 0,
      encoding_status = case when c.encoding_status between 1 and 3 then ${ENCODING.queued} else c.encoding_status end,
      encoding_progress = case when c.encoding_status between 1 and 3 then 0 else c.encoding_progress end,
      cut_status = case when c.cut_status between 1 and 3 then ${ENCODING.queued} else c.cut_status end,
      cut_progress = case when c.cut_status between 1 and 3 then 0 else c.cut_progress end
    from (${stopped}) s where c.id = s.id and ${ofScopes} returning c.scope`.execute(tx);
  const explained = await sql<{ scope: string }>`
    update contents c set
      review_reason = case when c.encoding_status = ${ENCODING.done} then c.review_reason else u.text end,
      cut_reason = case when c.cut_status is null then null else u.text end
    from (${unexplained(rules, canWork)}) u where c.id = u.id and ${ofScopes} returning c.scope`.execute(tx);
  return [...new Set([...reset.rows, ...explained.rows].map(({ scope }) => scope))];
};

/** Deletes prices that no day counts any more. */
export const trimEncodings = async (db: Db): Promise<void> => {
  await sql`delete from encodings e where coalesce(begun_at, created_at) < now() - interval '2 days'
    and not exists (select 1 from contents c where c.id = e.content_id and c.encoding_status between 0 and ${ENCODING.done - 1})
    and not exists (select 1 from contents c where c.cut_id = e.content_id and c.cut_status between 0 and 3)`.execute(
    db,
  );
};
