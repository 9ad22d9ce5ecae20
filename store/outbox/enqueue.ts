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
import { changedRows, idsIn, keysOf, madeRows } from './entry-rows.ts';
import { recordChange } from './local-change.ts';

export interface EnqueueOptions {
  owner: string;
  scope: Scope;
  /** An upload job that must be completed first. */
  dependsOn?: string | null;
  /** Hashes of files (see files.ts) that are sent first. */
  files?: string[];
  /** Id of the entry; enqueueing is idempotent by it. */
  id?: string;
  nowMs?: number;
}

/** The tables that a change may write. One list, because a nested Dexie transaction may use only its parent's tables. */
export const CHANGED_TABLES = [...OWN_TABLES, 'base', 'outbox', 'sync'] as const;

/**
 * Applies a change optimistically and queues it: the local rows and the outbox entry are written in one transaction.
 *
 * @returns The entry's id.
 * @throws TypeError if the call may not be queued; calls about money, rights, codes and invitations never may.
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
  const write = () =>
    db.transaction('rw', [...CHANGED_TABLES], async () => {
      if (options.id && (await db.outbox.get(id))) return;
      const change = recordChange(db);
      await effectOf(call.id)?.(change, input as never, { owner, scope, queuedAt: new Date(nowMs).toISOString() });
      const last = await db.outbox.orderBy('order').last();
      const made = { call: call.id, input: input as Record<string, unknown>, scope };
      const keys = keysOf(made, change.touched);
      const entry: OutboxEntry = {
        id,
        ...made,
        owner,
        version: call.version ?? 1,
        order: (last?.order ?? 0) + 1,
        keys,
        changed: changedRows({ ...made, keys }),
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
  // Inside a caller's transaction it commits with it.
  await (Dexie.currentTransaction ? write() : writeRows(db, write));
  // In a task of its own, outside the caller's Dexie transaction: it awaits the browser, not the database.
  setTimeout(() => void askBackgroundSync(OUTBOX_SYNC_TAG));
  return id;
};

/**
 * Deletes an unsent entry that the user discards, with the entries for rows that it would have created, and reverts
 * their optimistic changes. What was sent meanwhile stays: the server has it, and later entries may name its rows.
 *
 * @param onlyUntried Keep it also if it was tried before: the server may have it.
 * @returns The ids of all deleted entries, its own first; empty if there was nothing to delete.
 */
export const discard = async (db: AccountDatabase, id: string, onlyUntried = false): Promise<string[]> =>
  db.transaction('rw', [...CHANGED_TABLES], async () => {
    const entry = await db.outbox.get(id);
    if (!entry || entry.state === 'sent' || (onlyUntried && entry.attempts > 0)) return [];
    await db.outbox.delete(id);
    const orphans = await dropOrphans(db, madeRows(entry));
    await rebase(db);
    return [id, ...orphans];
  });

/**
 * Deletes unsent entries that name only rows that will never be created. An entry that also names other rows stays; if
 * the server refuses it, it is shown. Runs inside a transaction over CHANGED_TABLES.
 *
 * @returns The ids of the deleted entries.
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
 * Restores the server's copies of all changed rows, then applies all unsent entries to them again, in order. Runs
 * inside a transaction over CHANGED_TABLES.
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
      owner: entry.owner,
      scope: entry.scope,
      queuedAt: new Date(entry.queuedAtMs).toISOString(),
    });
  }
};
