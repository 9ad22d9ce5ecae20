import { login } from '#contract/auth.ts';
import { callById, type CallId } from '#contract/calls.ts';
import type { Scope } from '#contract/ids.ts';
import { OWN_TABLES } from '#contract/tables.ts';
import { sendCall } from '#store/api.ts';
import { accountDatabase, readActiveUserId } from '#store/door.ts';
import { discard, enqueue } from '#store/outbox/enqueue.ts';
import { storeSession } from '#store/session.ts';
import { findInStorage } from './find-in-storage.ts';

// Runs in a page of the app beside it, bundled from the same store: what a test asks of a device without its screens.

export interface WantedChange {
  call: CallId;
  input: Record<string, unknown>;
  dependsOn?: string;
  /** Key of the entry: asked for twice, it is one change. */
  key?: string;
}

const database = async () => {
  const userId = await readActiveUserId();
  if (!userId) throw new Error('Nobody is signed in on this device');
  return { userId, db: accountDatabase(userId) };
};

const driver = {
  /** The sign-in screen's two steps. @returns The person's id. */
  async signIn(username: string, password: string): Promise<string> {
    const { output } = await sendCall(login, { username, password });
    await storeSession(output.userId, output.access!);
    return output.userId;
  },

  /** Who is in on this device, and with which access token. */
  async session(): Promise<{ userId: string; accessToken: string | undefined }> {
    const { userId, db } = await database();
    return { userId, accessToken: (await db.session.get('session'))?.accessToken };
  },

  /** Puts another access token in the place of the one that is here; the refresh cookie stays. */
  async setAccessToken(accessToken: string): Promise<void> {
    const { db } = await database();
    await db.session.update('session', { accessToken });
  },

  /** Queues changes as a screen does, one after the other. @returns Their keys, once all of them are on the device. */
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

  /** Every entry of the outbox, in the person's order. */
  async outbox() {
    const { db } = await database();
    return db.outbox.orderBy('order').toArray();
  },

  /** As after a long outage: everything that waits was tried for want of a line, and is tried again by itself so late. */
  async postpone(ms: number): Promise<void> {
    const { db } = await database();
    await db.outbox
      .where('state')
      .equals('waiting')
      .modify({ attempts: 7, wasOffline: true, waitingSinceMs: Date.now(), nextAttemptAtMs: Date.now() + ms });
  },

  /** Discards what was refused, as the person does on the Outbox screen. @returns Every key that left with it. */
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
    return (await db.uploadJobs.toArray()).map(({ id, name, state, size, committedBytes, contentId, errorKind }) => ({
      id,
      name,
      state,
      size,
      committedBytes,
      contentId,
      errorKind,
    }));
  },

  /** Own rows by table, as this device shows them. */
  async ownRows(): Promise<Record<string, { id: string }[]>> {
    const { db } = await database();
    const rows: Record<string, { id: string }[]> = {};
    for (const table of OWN_TABLES) rows[table] = await db.table<{ id: string }>(table).toArray();
    return rows;
  },

  /** Who holds and who waits for a lock, and when holders last showed themselves; for messages about failures. */
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

  /** Drops what was fetched of the build besides its shell. */
  async dropRest(): Promise<void> {
    await caches.delete('sideline-rest');
  },

  /** Where any of these words lies on this device, whatever kind of storage it is. */
  findInStorage,

  /** What is to be seen of notifications. */
  async notifications(): Promise<{ title: string; body: string; tag: string }[]> {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
  },

  async closeNotifications(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration('/');
    // A closing that is still under way would take the next one of the same tag with it.
    for (
      let shown = await registration?.getNotifications();
      shown?.length;
      shown = await registration?.getNotifications()
    )
      for (const each of shown) each.close();
  },

  /** What lies in the caches: cache, path, content type. */
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
