import { sql } from 'kysely';
import { ARCHIVE_DAYS } from '#contract/storage.ts';
import { Problem } from '#contract/problems.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { found } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { unpublishContents } from '../publications/index.ts';
import { contentRow } from './content-handlers.ts';
import { removeContents } from './contents.ts';
import { freeUsedRoom, takeRoom } from './room.ts';

// Content that was archived for want of room: on no channel and not played, kept for 30 days with Restore and Download, then
// deleted. It uses no room. Source: D-157, D-158, STO-035. The caller holds the scope's version counter.

const DAY_MS = 86_400_000;

/** How content is made to fit: the chosen ones, or from the oldest on. */
export type ArchiveChoice = { mode: 'manual'; ids: readonly string[] } | { mode: 'auto_oldest' };

export interface Archived {
  ids: string[];
  /** When they are deleted; null if nothing was archived. */
  until: Date | null;
}

interface Candidate {
  id: string;
  bytes: number;
}

/** What can be archived, the oldest first: files that have arrived and that nothing is being made of. */
const readCandidates = async (db: Db, scope: string, ids: readonly string[] | null): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`select id, origin_file_size as bytes from contents
    where scope = ${scope} and archived_until is null and active and not is_reserved and next_key is null
      and not coalesce(cut_status between 0 and 3, false)
      and (${ids === null} or id = any(${sql.val([...(ids ?? [])])}::uuid[]))
    order by created_at, id for update`.execute(db);
  return rows;
};

/** Those of the oldest that make enough room. */
const untilEnough = (candidates: readonly Candidate[], bytes: number): Candidate[] => {
  let freed = 0;
  return candidates.filter((each) => {
    if (freed >= bytes) return false;
    freed += each.bytes;
    return true;
  });
};

/** Bytes by which a scope exceeds a size, those promised to uploads included. Locks its account until the transaction ends. */
export const readExcess = async (db: Db, scope: string, size: number): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`select used + reserved as taken from storage_accounts
    where scope = ${scope} for update`.execute(db);
  return Math.max(0, (rows[0]?.taken ?? 0) - size);
};

/**
 * Archives content until a scope fits a size.
 *
 * @param isForced Archives what it can and goes on: a plan that was not paid ends in any case.
 * @throws Problem `storage.does_not_fit`: nothing is archived then. Room that uploads have reserved cannot be archived.
 */
export const archiveToFit = async (
  db: Db,
  scope: string,
  size: number,
  { choice, now, isForced = false }: { choice: ArchiveChoice; now: Date; isForced?: boolean },
): Promise<Archived> => {
  const excess = await readExcess(db, scope, size);
  if (excess === 0) return { ids: [], until: null };
  const chosen =
    choice.mode === 'manual'
      ? await readCandidates(db, scope, choice.ids)
      : untilEnough(await readCandidates(db, scope, null), excess);
  const bytes = chosen.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes < excess && !isForced) throw new Problem('storage.does_not_fit', { bytes: excess - bytes });
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return { ids, until: null };
  const until = new Date(now.getTime() + ARCHIVE_DAYS * DAY_MS);
  await unpublishContents(db, ids);
  await sql`update contents set archived_until = ${until}, active = false where id = any(${sql.val(ids)}::uuid[])`.execute(
    db,
  );
  await freeUsedRoom(db, scope, bytes);
  return { ids, until };
};

/**
 * Takes an archived content back into the Library; one that is not archived stays as it is.
 *
 * @throws Problem `library.out_of_storage`, `access.not_found`.
 */
export const restoreArchived = async (db: Db, scope: string, id: string): Promise<LibraryContent> => {
  await raiseScopes(db, [scope]);
  const { rows } = await sql<{ bytes: number; isArchived: boolean }>`select origin_file_size as bytes,
    archived_until is not null as "isArchived" from contents where id = ${id} and scope = ${scope} for update`.execute(
    db,
  );
  const { bytes, isArchived } = found(rows[0]);
  if (isArchived) {
    await takeRoom(db, scope, bytes);
    await sql`update contents set archived_until = null, active = true where id = ${id}`.execute(db);
  }
  return contentRow(db, scope, id);
};

/** Archived content of one scope that is deleted on one day. */
export interface Expiring {
  scope: string;
  until: Date;
  count: number;
}

/** What is deleted within some days, by scope and time. */
export const findExpiring = async (db: Db, now: Date, days: number): Promise<Expiring[]> => {
  const { rows } = await sql<Expiring>`select scope, archived_until as until, count(*)::int as count from contents
    where archived_until > ${now} and archived_until <= ${new Date(now.getTime() + days * DAY_MS)} group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
};

/** Deletes archived content whose 30 days are over. */
export const deleteExpired = async (services: Services): Promise<void> => {
  const { db } = services.database;
  const now = services.now();
  const find = async (on: Db, only: string | null) => {
    const { rows } = await sql<{ scope: string; id: string }>`select scope, id from contents
      where archived_until <= ${now} and (${only}::text is null or scope = ${only}) order by scope, id`.execute(on);
    return rows;
  };
  for (const scope of new Set((await find(db, null)).map((row) => row.scope))) {
    await db.transaction().execute(async (tx) => {
      await raiseScopes(tx, [scope]);
      const ids = (await find(tx, scope)).map(({ id }) => id);
      await removeContents(tx, services, scope, ids);
    });
    services.wake.notify([scope as `user:${string}`]);
  }
};
