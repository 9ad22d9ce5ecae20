import { sql } from 'kysely';
import { newId } from '#contract/ids.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { asDownload, sendObject } from '#server/calls/send-object.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Db } from '#server/db/database.ts';
import { decide } from './decide.ts';
import { selectApplications, toApplication, type ApplicationRow } from './rows.ts';

// What the operator sees and decides. Each decision is kept with who, when and why. Source: decision 0088.

interface Applicant {
  userId: string;
  name: string;
  username: string;
  email: string;
}

/** People as the operator sees them. */
export const readApplicants = async (db: Db, userIds: readonly string[]): Promise<Map<string, Applicant>> => {
  const { rows } = await sql<Applicant>`select id as "userId", first_name || ' ' || last_name as name, username::text,
      email::text from users where id = any(${sql.val([...userIds])}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
};

const reviewed = async (db: Db, rows: readonly ApplicationRow[]) => {
  const people = await readApplicants(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => ({ ...toApplication(row), applicant: people.get(row.userId)! }));
};

interface Act {
  actorId: string;
  act: string;
  subject: { kind: string; id: string };
  reason: string;
  /** What the desk says about a subject that may be gone later. */
  detail?: Record<string, string>;
  now: Date;
}
/** Keeps what an operator did, with who, when and why. @returns The id of the act. */
export const recordOperatorAct = async (
  db: Db,
  { actorId, act, subject, reason, detail = {}, now }: Act,
): Promise<string> => {
  const id = newId(now.getTime());
  await db
    .insertInto('operator_acts')
    .values({
      id,
      actor_id: actorId,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason,
      detail: JSON.stringify(detail),
      done_at: now,
    })
    .execute();
  return id;
};

/** Who did this to the subject last, by name; undefined if nobody did, or the account is gone. */
export const lastActor = async (
  db: Db,
  act: string,
  subject: { kind: string; id: string },
): Promise<string | undefined> => {
  const { rows } = await sql<{ by: string }>`select u.first_name || ' ' || u.last_name as by
    from operator_acts a join users u on u.id = a.actor_id
    where a.subject_kind = ${subject.kind} and a.subject_id = ${subject.id} and a.act = ${act}
    order by a.done_at desc, a.id desc limit 1`.execute(db);
  return rows[0]?.by;
};

const list: Handler<'applications.list'> = async ({ db }, { status = null, limit, offset }) => {
  const where = sql`(${status}::text is null or a.status = ${status})`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from applications a where ${where}`.execute(db);
  const page = await selectApplications(db, sql`${where} order by a.created_at, a.id limit ${limit} offset ${offset}`);
  return { count: rows[0]!.count, results: await reviewed(db, page) };
};

const readOne = async (db: Db, id: string): Promise<ApplicationRow> =>
  found((await selectApplications(db, sql`a.id = ${id}`))[0]);

const documentsOf = ({ data }: ApplicationRow) => [
  ...(data.licenseInformation?.documents ?? []),
  ...(data.degreeInformation?.documents ?? []),
];

const read: Handler<'applications.read'> = async ({ db }, { id }) => {
  const row = await readOne(db, id);
  const named = documentsOf(row);
  const kept = await db
    .selectFrom('application_documents')
    .select(['sha256', 'content_type as contentType', 'size'])
    .where('user_id', '=', row.userId)
    .execute();
  return {
    ...(await reviewed(db, [row]))[0]!,
    data: row.data as Record<string, unknown>,
    answers: row.answers.map(({ question, category, answer }) => ({ question, category, answer })),
    documents: named.flatMap(({ sha256, name }) => {
      const one = kept.find((each) => each.sha256 === sha256);
      return one ? [{ ...one, name }] : [];
    }),
  };
};

const decideOne: Handler<'applications.decide'> = async ({ db, services, session, now, wake }, input) => {
  const { id, status, reason } = input;
  const before = await readOne(db, id);
  await raiseScopes(db, [before.scope]);
  await decide(services, db, before, { status, by: session.userId, reason, now });
  await recordOperatorAct(db, {
    actorId: session.userId,
    act: `application.${status}`,
    subject: { kind: 'application', id },
    reason,
    now,
  });
  wake(before.scope as `user:${string}`);
  return (await reviewed(db, [await readOne(db, id)]))[0]!;
};

/** Only as a download: a document of a stranger is never shown inside the app. */
const readDocument: Handler<'applications.readDocument'> = async ({ db, services, request }, { id, sha256 }) => {
  const row = await readOne(db, id);
  const named = found(documentsOf(row).find((each) => each.sha256 === sha256));
  const { key } = found(
    await db
      .selectFrom('application_documents')
      .select('object_key as key')
      .where('user_id', '=', row.userId)
      .where('sha256', '=', sha256)
      .executeTakeFirst(),
  );
  const ending = key.slice(key.lastIndexOf('.'));
  return sendObject(services.objects, key, {
    request: { method: 'GET', range: request.header('range'), ifRange: undefined, ifNoneMatch: undefined },
    headers: asDownload(`${named.name.replace(/\.[^.]*$/, '')}${ending}`),
  });
};

export const deskHandlers = {
  'applications.list': list,
  'applications.read': read,
  'applications.decide': decideOne,
  'applications.readDocument': readDocument,
} satisfies Handlers;
