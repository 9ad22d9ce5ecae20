import '../effects/index.ts';
import { Dexie } from 'dexie';
import type { Call, InputOf } from '#contract/call.ts';
import { newId, type Scope } from '#contract/ids.ts';
import { OWN_TABLES } from '#contract/tables.ts';
import { writeRows } from '../room.ts';
import { serverNowMs } from '../server-time.ts';
import { askBackgroundSync, OUTBOX_SYNC_TAG } from '../background.ts';
import type { AccountDatabase, OutboxEntry } from '../database.ts';
import { effectOf } from './actions.ts';
import { changedRows, idsIn, madeRows } from './entry-rows.ts';
import { recordChange } from './local-change.ts';

export interface EnqueueOptions {
  owner: string;
  scope: Scope;
  /** An upload job that must be finished first. */
  dependsOn?: string | null;
  /** Hashes of files (see files.ts) that are sent first. */
  files?: string[];
  /** Key of the entry, so that the same act tried again does not count twice. */
  id?: string;
  nowMs?: number;
}

/** Tables that a change may write; listed once, because Dexie locks by name. */
export const CHANGED_TABLES = [...OWN_TABLES, 'base', 'outbox', 'sync'] as const;

/**
 * Shows a change at once and leaves the sending to the outbox: the local rows and the entry in one transaction.
 *
 * @returns The entry's id.
 * @throws TypeError if the call may not be queued: money, rights, codes and invitations never are.
 */
export const enqueue = async <C extends Call>(
  db: AccountDatabase,
  call: C,
  input: InputOf<C>,
  options: EnqueueOptions,
): Promise<string> => {
  if (call.offline !== 'queue') throw new TypeError(`${call.id} needs the network`);
  const { owner, scope, dependsOn = null, files = [], nowMs = Date.now() } = options;
  const { id = newId(nowMs) } = options;
  const keep = () =>
    db.transaction('rw', [...CHANGED_TABLES], async () => {
      if (options.id && (await db.outbox.get(id))) return;
      const change = recordChange(db);
      await effectOf(call.id)?.(change, input as never, { scope, queuedAt: new Date(nowMs).toISOString() });
      const last = await db.outbox.orderBy('order').last();
      const keys = [...new Set([...idsIn(input), ...change.touched])];
      const entry: OutboxEntry = {
        id,
        owner,
        scope,
        call: call.id,
        version: call.version ?? 1,
        input: input as Record<string, unknown>,
        order: (last?.order ?? 0) + 1,
        keys,
        changed: changedRows({ call: call.id, input: input as Record<string, unknown>, keys }),
        dependsOn,
        files,
        state: 'waiting',
        attempts: 0,
        nextAttemptAtMs: 0,
        queuedAtMs: nowMs,
        coveredBy: null,
        problem: null,
        queuedAfterServerMs: serverNowMs() ?? (await db.sync.get('sync'))?.serverAtMs ?? null,
      };
      await db.outbox.add(entry);
    });
  // Part of a greater act, it ends with it.
  await (Dexie.currentTransaction ? keep() : writeRows(db, keep));
  // Outside of any transaction this may run in: the browser is asked, not the database.
  setTimeout(() => void askBackgroundSync(OUTBOX_SYNC_TAG));
  return id;
};

/**
 * Takes an entry away unsent, with what was done to the row it made, and undoes what it showed; for entries the person
 * discards.
 *
 * @returns Keys of all that left with it, its own first.
 */
export const discard = async (db: AccountDatabase, id: string): Promise<string[]> =>
  db.transaction('rw', [...CHANGED_TABLES], async () => {
    const entry = await db.outbox.get(id);
    if (!entry) return [];
    await db.outbox.delete(id);
    const orphans = await dropOrphans(db, madeRows(entry));
    await rebase(db);
    return [id, ...orphans];
  });

/**
 * Takes away what waits for rows that will never be, and names nothing else. An entry that also names other rows stays,
 * and is shown if the server refuses it. Runs inside a transaction over CHANGED_TABLES.
 *
 * @returns Keys of what was taken away.
 */
export const dropOrphans = async (db: AccountDatabase, neverMade: Iterable<string>): Promise<string[]> => {
  const gone = new Set(neverMade);
  const orphans: string[] = [];
  for (const entry of await db.outbox.orderBy('order').toArray()) {
    if (entry.state === 'sent') continue;
    const named = idsIn(entry.input);
    const isOrphan =
      (entry.dependsOn !== null && gone.has(entry.dependsOn)) ||
      (named.length > 0 && named.every((each) => gone.has(each)));
    if (!isOrphan) continue;
    await db.outbox.delete(entry.id);
    orphans.push(entry.id);
    for (const each of madeRows(entry)) gone.add(each);
  }
  return orphans;
};

/**
 * Lays all waiting entries over the server's rows again, in order: unsent work always shows on top of the truth.
 * Runs inside a transaction over CHANGED_TABLES.
 */
export const rebase = async (db: AccountDatabase): Promise<void> => {
  for (const { table, id, row } of await db.base.toArray()) {
    if (row) await db.table(table).put(row);
    else await db.table(table).delete(id);
  }
  await db.base.clear();
  const entries = await db.outbox.orderBy('order').toArray();
  for (const entry of entries) {
    if (entry.state === 'refused') continue;
    await effectOf(entry.call)?.(recordChange(db), entry.input as never, {
      scope: entry.scope,
      queuedAt: new Date(entry.queuedAtMs).toISOString(),
    });
  }
};

export { Dexie };
