import { sql } from 'kysely';
import { HELD_CATEGORIES, type DataExport } from '#contract/account-export.ts';
import { newId } from '#contract/ids.ts';
import { EXPORTS_PER_DAY, MEDIA_URL_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import { asDownload, sendObject, type ObjectRequest } from '#server/calls/send-object.ts';
import { checkToken, signToken } from '#server/calls/signed-token.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { recordAccountEvent } from '#server/domains/account-events/index.ts';
import { findOriginals } from '#server/domains/library/index.ts';
import { proveOwner } from '../prove.ts';
import { countRows } from './rows.ts';

const DAY_MS = 86_400_000;
/** Name of an archive below `/media/<token>/<exportId>/`. */
export const ARCHIVE = 'archive';

const COLUMNS = ['id', 'state', 'reason', 'size_bytes', 'left_out', 'asked_at', 'expires_at'] as const;

/** The archive of a person that is being made, else the newest; one whose time is over says so before housekeeping has deleted it. */
const readNewest = async (db: Db, userId: string, now: Date): Promise<DataExport | null> => {
  const row = await db
    .selectFrom('data_exports')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy(sql`state = 'making'`, 'desc')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const isOver = row.state === 'ready' && row.expires_at! <= now;
  return {
    id: row.id,
    state: isOver ? 'expired' : (row.state as DataExport['state']),
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    leftOut: row.left_out,
    reason: row.reason as DataExport['reason'],
  };
};

const readHeld: Handler<'account.heldData'> = async ({ db, session, now }) => {
  const { userId, scope } = session;
  const tables = await countRows(db, { userId, scope });
  const originals = await findOriginals(db, scope);
  return {
    held: HELD_CATEGORIES.map((category) => ({
      category,
      records: tables.filter((table) => table.category === category).reduce((sum, { rows }) => sum + rows, 0),
    })).filter(({ records }) => records > 0),
    files: { count: originals.length, bytes: originals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) },
    export: await readNewest(db, userId, now),
  };
};

/** Starts an archive. While one is being made, a repeat is answered with that one. */
const ask = async (context: CallContext, { password }: { password?: string | undefined }): Promise<DataExport> => {
  const { services, db, session, request, now, setStatus } = context;
  const { userId, scope } = session;
  await proveOwner(context, password);
  // Two at the same time wait for each other, so that one is made.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db);
  setStatus(202);
  const newest = await readNewest(db, userId, now);
  if (newest?.state === 'making') return newest;
  const { count } = await db
    .selectFrom('data_exports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('asked_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(count) >= EXPORTS_PER_DAY) throw new Problem('account.export_limit');
  const id = newId(now.getTime());
  await db.insertInto('data_exports').values({ id, scope, user_id: userId, asked_at: now }).execute();
  await recordAccountEvent(db, { userId, kind: 'export_asked', userAgent: request.header('user-agent'), at: now });
  await services.jobs.send(db, 'export.make', { exportId: id });
  return found(await readNewest(db, userId, now));
};

/** @throws Problem `account.export_over` for one that is not there any more, e.g. after a backup was restored. */
const link: Handler<'account.exportLink'> = async (context, { id, password }) => {
  const { services, db, session, request, now } = context;
  const { userId } = session;
  const row = found(
    await db
      .selectFrom('data_exports')
      .select(['object_key as key', 'ready_at as readyAt', 'expires_at as expiresAt'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  await proveOwner(context, password);
  const facts = row.key !== null && row.expiresAt! > now ? await services.objects.stat(row.key) : null;
  if (!facts) throw new Problem('account.export_over');
  await recordAccountEvent(db, { userId, kind: 'export_downloaded', userAgent: request.header('user-agent'), at: now });
  const expiresAtS = Math.floor((now.getTime() + MEDIA_URL_LIFE_MS) / 1000);
  return {
    url: `/media/${signToken(services.config.secret, 'export', id, expiresAtS)}/${id}/${ARCHIVE}`,
    filename: filenameOf(row.readyAt!),
    sizeBytes: facts.sizeBytes,
    expiresAt: new Date(expiresAtS * 1000).toISOString(),
  };
};

const filenameOf = (readyAt: Date): string => `sideline-data-${readyAt.toISOString().slice(0, 10)}.zip`;

/**
 * Sends an archive to who has a link to it, whole or in part. A link ends with its archive and with the account.
 *
 * @throws Problem `access.denied` for a token that is wrong, expired or of another purpose; `access.not_found`.
 */
export const sendLinkedArchive = async (
  { config, database, objects, now }: Services,
  { token, id }: { token: string; id: string },
  request: ObjectRequest,
): Promise<Response> => {
  if (checkToken(config.secret, 'export', id, token, now()) !== 'good') throw new Problem('access.denied');
  const row = found(
    await database.db
      .selectFrom('data_exports')
      .select(['object_key as key', 'ready_at as readyAt'])
      .where('id', '=', id)
      .where('state', '=', 'ready')
      .where('expires_at', '>', now())
      .executeTakeFirst(),
  );
  return sendObject(objects, found(row.key), {
    request: { ...request, ifNoneMatch: undefined },
    headers: { ...asDownload(filenameOf(row.readyAt!)), 'Content-Type': 'application/zip' },
  });
};

export const exportHandlers = {
  'account.heldData': readHeld,
  'account.askForExport': ask,
  'account.exportLink': link,
} satisfies Handlers;
