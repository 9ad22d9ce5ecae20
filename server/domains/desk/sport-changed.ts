import { sql } from 'kysely';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import { wakeAtCommit } from '#server/calls/wake.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { notifyAll } from '../notifications/index.ts';

/** Acts that change the type of a sport: rows of its people, which devices keep, name the type. */
export const CHANGES_TYPE: readonly string[] = [
  'sport.waitlist_opened',
  'sport.beta_started',
  'sport.launched',
  'sport.beta_undone',
  'sport.launch_undone',
];
/** People and organizations of one transaction, which holds the version counter of each until its commit. */
const BATCH = 200;

interface Change {
  act: string;
  sportId: string;
  sport: string;
}

/** What an operator changed; undefined if the type was changed again since: the job of that act tells then. */
const readChange = async (db: Db, actId: string): Promise<Change | undefined> => {
  const { rows } = await sql<Change>`select a.act, sp.id as "sportId", sp.name as sport
    from operator_acts a join sports sp on sp.id = a.subject_id where a.id = ${actId} and a.subject_kind = 'sport'
      and a.id = (select l.id from operator_acts l where l.subject_kind = 'sport' and l.subject_id = a.subject_id
        and l.act = any(${sql.val([...CHANGES_TYPE])}::text[]) order by l.done_at desc, l.id desc limit 1)`.execute(db);
  return rows[0];
};

/** Scopes with rows that name the sport, in order. */
const readScopes = async (db: Db, sportId: string, afterScope: string): Promise<string[]> => {
  const of = (table: 'subscriptions' | 'sport_interests') =>
    sql`(select distinct scope from ${sql.table(table)} where sport_id = ${sportId} and scope > ${afterScope} order by scope limit ${BATCH})`;
  const { rows } = await sql<{
    scope: string;
  }>`select scope from (${of('subscriptions')} union ${of('sport_interests')}) s
    order by scope limit ${BATCH}`.execute(db);
  return rows.map(({ scope }) => scope);
};

/** Who waits for the sport as a Member, and who is its Creator. Source: D-341. */
const TOLD = [
  ['learner', 'waitlist'],
  ['educator', 'educator'],
] as const;

/** Tells those who wait, and the Creators, that the Beta has begun. What they have stays: they choose to join. */
const tellBeta = async (
  db: Db,
  services: Services,
  { sportId, sport, scopes, actId }: Omit<Change, 'act'> & { scopes: readonly string[]; actId: string },
): Promise<void> => {
  const { title, text, linkTitle } = notificationKinds.sport_beta_started;
  const isOf = sql`sport_id = ${sportId} and scope = any(${sql.val([...scopes])}::text[])`;
  const { rows } = await sql<{
    id: string;
    type: string;
  }>`select user_id as id, type from subscriptions where ${isOf}`.execute(db);
  for (const [recipientType, type] of TOLD)
    await notifyAll(
      db,
      services,
      rows.filter((row) => row.type === type).map(({ id }) => id),
      {
        recipientType,
        kind: 'sport_beta_started',
        cause: `sport_beta_started:${actId}`,
        title: title({ sport }),
        text: text({ sport }),
        link: notificationLinks.sport({ sportId, sport }),
        linkTitle,
        sportId,
      },
    );
};

/**
 * Tells the people of a sport that its type has changed, and sends their rows to their devices again, one batch. Who is told once
 * is not told again by a repeat.
 *
 * @param after The last scope of the batch before.
 * @param isLast Whether those behind it are left to a new job, which is sent in the same transaction.
 * @returns The last scope, if there are more.
 */
export const tellOfSport = (
  services: Services,
  actId: string,
  { after = '', isLast }: { after: string | undefined; isLast: boolean },
): Promise<string | undefined> =>
  services.database.db.transaction().execute(async (db) => {
    const change = await readChange(db, actId);
    if (!change) return undefined;
    const { act, sportId, sport } = change;
    const scopes = await readScopes(db, sportId, after);
    if (scopes.length === 0) return undefined;
    const last = scopes.length === BATCH ? scopes.at(-1)! : undefined;
    if (isLast && last !== undefined) await services.jobs.send(db, 'sport.changed', { actId, afterScope: last });
    await raiseScopes(db, scopes);
    if (act === 'sport.beta_started') await tellBeta(db, services, { sportId, sport, scopes, actId });
    const isOf = sql`sport_id = ${sportId} and scope = any(${sql.val(scopes)}::text[])`;
    // Nothing changes but their versions: the pull takes them again, with the type.
    await sql`update subscriptions set type = type where ${isOf}`.execute(db);
    await sql`update sport_interests set position = position where ${isOf}`.execute(db);
    await wakeAtCommit(db, scopes);
    return last;
  });
