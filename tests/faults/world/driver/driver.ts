import { login } from '#contract/auth.ts';
import { callById, type CallId } from '#contract/calls.ts';
import type { Scope } from '#contract/ids.ts';
import { OWN_TABLES } from '#contract/tables.ts';
import { sendCall } from '#store/api.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import { discard, enqueue } from '#store/outbox/enqueue.ts';
import { storeSession } from '#store/session.ts';
import { findInStorage } from './find-in-storage.ts';

// Runs in a second page of the app's origin, bundled from the same store: lets a test read and change a device without
// its screens.

export interface WantedChange {
  call: CallId;
  input: Record<string, unknown>;
  dependsOn?: string;
  /** Key of the outbox entry; enqueuing the same key twice makes one change. */
  key?: string;
}

const database = async () => {
  const userId = await readActiveUserId();
  if (!userId) throw new Error('No session on this device');
  return { userId, db: accountDatabase(userId) };
};

const driver = {
  /** The sign-in screen's two steps. @returns The person's id. */
  async signIn(username: string, password: string): Promise<string> {
    const { output } = await sendCall(login, { username, password });
    await storeSession(output.userId, output.access!);
    return output.userId;
  },

  /** The signed-in person's id and access token. */
  async session(): Promise<{ userId: string; accessToken: string | undefined }> {
    const { userId, db } = await database();
    return { userId, accessToken: (await db.session.get('session'))?.accessToken };
  },

  /** Replaces the access token; the refresh cookie stays. */
  async setAccessToken(accessToken: string): Promise<void> {
    const { db } = await database();
    await db.session.update('session', { accessToken });
  },

  /**
   * Queues changes in order, as a screen does.
   *
   * @returns Their keys, once all are committed to IndexedDB.
   */
  async enqueue(changes: readonly WantedChange[], scope?: Scope): Promise<string[]> {
    const { userId, db } = await database();
    const keys: string[] = [];
    for (const { call, input, dependsOn, key } of changes) {
      keys.push(
        await enqueue(db, callById.get(call)!, input as never, {
          owner: userId,
          scope: scope ?? `user:${userId}`,
          ...(dependsOn ? { dependsOn } : {}),
          ...(key ? { id: key } : {}),
        }),
      );
    }
    return keys;
  },

  /** Every entry of the outbox, in enqueue order. */
  async outbox() {
    const { db } = await database();
    return db.outbox.orderBy('order').toArray();
  },

  /**
   * Simulates a long outage: every waiting entry has failed for lack of a network, and its next automatic try is `ms`
   * away.
   */
  async postpone(ms: number): Promise<void> {
    const { db } = await database();
    await db.outbox
      .where('state')
      .equals('waiting')
      .modify({ attempts: 7, wasOffline: true, waitingSinceMs: Date.now(), nextAttemptAtMs: Date.now() + ms });
  },

  /**
   * Discards refused entries, as the person does on the Outbox screen.
   *
   * @returns The keys of all removed entries, dependents included.
   */
  async discardRefused(): Promise<string[]> {
    const { db } = await database();
    const left: string[] = [];
    for (const id of await db.outbox.where('state').equals('refused').primaryKeys())
      left.push(...(await discard(db, id)));
    return left;
  },

  /** Every upload job, without its file. */
  async uploads() {
    const { db } = await database();
    return (await db.uploadJobs.toArray()).map(
      ({ id, name, state, keptIn, size, committedBytes, contentId, errorKind, errorCode }) => ({
        id,
        name,
        state,
        keptIn,
        size,
        committedBytes,
        contentId,
        errorKind,
        errorCode,
      }),
    );
  },

  /** The person's own rows by table, as in this device's database. */
  async ownRows(): Promise<Record<string, { id: string }[]>> {
    const { db } = await database();
    const rows: Record<string, { id: string }[]> = {};
    for (const table of OWN_TABLES) rows[table] = await db.table<{ id: string }>(table).toArray();
    return rows;
  },

  /** Holders and waiters of each Web Lock, and the age of each lease's heartbeat, for failure messages. */
  async locks(): Promise<string> {
    const { db } = await database();
    const { held = [], pending = [] } = await navigator.locks.query();
    const beats = await db.leases.toArray();
    return [
      ...held.map(({ name, clientId }) => `${name} held by ${clientId}`),
      ...pending.map(({ name, clientId }) => `${name} wanted by ${clientId}`),
      ...beats.map(({ name, atMs }) => `${name} last shown ${Math.round((Date.now() - atMs) / 1000)} s ago`),
    ].join(', ');
  },

  /** Deletes the lazily cached files of the build; the shell stays. */
  async dropRest(): Promise<void> {
    await caches.delete('sideline-rest');
  },

  /** Where any of these words is stored on this device, in any kind of storage. */
  findInStorage,

  /** Notifications that are visible now. */
  async notifications(): Promise<{ title: string; body: string; tag: string }[]> {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
  },

  async closeNotifications(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration('/');
    // Wait until none is left: a pending close would also close the next notification with the same tag.
    for (
      let shown = await registration?.getNotifications();
      shown?.length;
      shown = await registration?.getNotifications()
    )
      for (const each of shown) each.close();
  },

  /** Every cached response: cache name, path, content type. */
  async cached(): Promise<{ cache: string; path: string; type: string }[]> {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        found.push({
          cache: name,
          path: new URL(request.url).pathname,
          type: answer?.headers.get('Content-Type') ?? '',
        });
      }
    }
    return found;
  },
};
export type Driver = typeof driver;

Object.assign(globalThis, { faults: driver });
