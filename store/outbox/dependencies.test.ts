import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { moveChannel, setChannelActive } from '#contract/channels.ts';
import { publish, unpublish } from '#contract/publications.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { storeSession } from '../session.ts';
import { newJob } from '../uploads/job.ts';
import { abandonJob, cancelJob, retryJob } from '../uploads/jobs.ts';
import { drain } from './drain.ts';
import { discard, enqueue } from './enqueue.ts';
import { ModelServer, tokenOf, type Fault } from './model-server.fixtures.ts';

let server: ModelServer;
let userId: string;
let db: AccountDatabase;
let nowMs: number;
/** Requests that reached the server before the row that they depend on. */
let early: string[];
/** Contents that the server has, by upload id. */
let contents: Set<string>;

const enter = async (): Promise<void> => {
  server = new ModelServer();
  [early, contents] = [[], new Set()];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { contentId } = JSON.parse((init.body as string | undefined) ?? '{}') as { contentId?: string };
    if (contentId && !contents.has(contentId)) early.push(`a publish of ${contentId}`);
    return server.fetch(url, init);
  });
  userId = newId();
  nowMs = Date.UTC(2026, 10, 20);
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
};
beforeEach(enter);
afterEach(() => void vi.unstubAllGlobals());

const options = () => ({ owner: userId, scope: userScope(userId), nowMs });
const drainNow = () =>
  drain(
    (id) => callById.get(id),
    () => nowMs,
  );
const named = (entry: { input: unknown }, id: string) => JSON.stringify(entry.input).includes(id);

interface Item {
  job: string;
  publication: string;
}
const addUpload = async (): Promise<Item> => {
  const job = newJob(
    {
      id: newId(),
      owner: userId,
      scope: userScope(userId),
      name: 'a.mp4',
      type: 'video',
      size: 10,
      lastModifiedMs: 0,
      folderId: null,
    },
    nowMs,
  );
  await db.uploadJobs.add(job);
  const input = {
    id: newId(),
    channelId: newId(),
    contentId: job.id,
    title: `P ${job.id}`.slice(0, 50),
    coverImage: `/pictures/${'a'.repeat(20)}`,
  };
  await enqueue(db, publish, input, { ...options(), dependsOn: job.id });
  return { job: job.id, publication: input.id };
};

type Step =
  | { act: 'upload' }
  | { act: 'unpublish' | 'finish' | 'cancel'; item: number }
  | { act: 'drain'; faults: Fault[] };
const item = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('upload' as const) }),
  fc.record({ act: fc.constantFrom('unpublish' as const, 'finish' as const, 'cancel' as const), item }),
  fc.record({
    act: fc.constant('drain' as const),
    faults: fc.array(fc.constantFrom<Fault>('fine', 'fine', 'dropped', 'lost answer', 'twice', 'failed'), {
      maxLength: 4,
    }),
  }),
);

describe('an entry that depends on another row or on an upload', () => {
  it(
    'P3 no publish reaches the server before its upload is there, and nothing stays behind of an upload that was cancelled',
    async () => {
      await fc.assert(
        fc.asyncProperty(plays(step), async (steps) => {
          await enter();
          const items: Item[] = [];
          for (const each of steps) {
            nowMs += 10 * 60_000;
            if (each.act === 'upload') items.push(await addUpload());
            if (each.act === 'drain') {
              server.faults = [...each.faults];
              await drainNow();
            }
            const chosen = 'item' in each ? items[each.item] : undefined;
            if (!chosen) continue;
            if (each.act === 'unpublish') await enqueue(db, unpublish, { publishedId: chosen.publication }, options());
            if (each.act === 'finish' && (await db.uploadJobs.update(chosen.job, { contentId: chosen.job })) > 0)
              contents.add(chosen.job);
            if (each.act === 'cancel' && !contents.has(chosen.job)) {
              await cancelJob(db, chosen.job);
              const left = await db.outbox
                .filter(
                  (entry) =>
                    entry.call !== 'upload.cancel' && (named(entry, chosen.job) || named(entry, chosen.publication)),
                )
                .toArray();
              expect(left.map(({ call }) => call)).toEqual([]);
              expect(await db.publications.get(chosen.publication)).toBeUndefined();
              items.splice(items.indexOf(chosen), 1);
            }
            expect(early).toEqual([]);
          }
          const published = server.applied
            .filter(({ line }) => line.endsWith('/published-contents'))
            .map(({ folderId }) => folderId);
          const taken = server.applied
            .filter(({ line }) => line.startsWith('DELETE /api/published-contents'))
            .map(({ folderId }) => folderId);
          expect(taken.filter((id) => !published.includes(id))).toEqual([]);
        }),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('a publish that waits for its upload does not hold up another publish on the same channel', async () => {
    const waiting = await addUpload();
    const { channelId } = (await db.outbox.toCollection().first())!.input as { channelId: string };
    const ready = newId();
    contents.add(ready);
    const cover = `/pictures/${'b'.repeat(20)}`;
    await enqueue(
      db,
      publish,
      { id: newId(), channelId, contentId: ready, title: 'Ready', coverImage: cover },
      options(),
    );
    await drainNow();
    const left = (await db.outbox.where('state').equals('waiting').toArray()).map(({ input }) => input['contentId']);
    expect(left).toEqual([waiting.job]);
    expect(server.applied.filter(({ line }) => line.endsWith('/published-contents'))).toHaveLength(1);
  });

  it('an upload that starts over under a new id takes its publish along, and its cancellation does not wait for it', async () => {
    const { job, publication } = await addUpload();
    server.change({ id: job, scope: userScope(userId), title: 'a.mp4', createdAt: '2026-11-20T10:00:00.000Z' });
    await abandonJob(db, (await db.uploadJobs.get(job))!);
    await drainNow();
    expect(server.applied.map(({ line }) => line)).toEqual([`DELETE /api/mam/uploads/${job}`]);
    await retryJob(db, job);
    const renewed = (await db.uploadJobs.toCollection().first())!.id;
    expect(renewed).not.toBe(job);
    expect(await db.publications.get(publication)).toMatchObject({ contentId: renewed, isDeleted: false });
    await drainNow();
    expect(early).toEqual([]);
    await db.uploadJobs.update(renewed, { contentId: renewed });
    contents.add(renewed);
    await drainNow();
    expect(early).toEqual([]);
    expect(server.applied.at(-1)).toMatchObject({ line: expect.stringContaining('/published-contents') });
    expect(await db.outbox.where('state').equals('waiting').count()).toBe(0);
  });

  it('discarding a refused folder discards its renames; entries that also name other rows stay', async () => {
    const [refused, other] = [newId(), newId()];
    server.change({ id: newId(), scope: userScope(userId), title: 'Drills', createdAt: '2026-11-20T10:00:00.000Z' });
    const made = await enqueue(db, createFolder, { id: refused, title: 'Drills' }, options());
    await enqueue(db, editFolder, { folderId: refused, title: 'Drills 2' }, options());
    await drainNow();
    await enqueue(db, createFolder, { id: other, title: 'Games' }, options());
    await discard(db, made);
    expect((await db.outbox.toArray()).map(({ input }) => input)).toEqual([{ id: other, title: 'Games' }]);
    expect((await db.folders.toArray()).map(({ title }) => title)).toEqual(['Games']);
  });
});

describe('moves in one list', () => {
  it('are sent in the order in which they were made, also when the first has to wait', async () => {
    const [a, b] = [newId(), newId()];
    let failures = 1;
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(url);
      failures -= 1;
      return failures >= 0
        ? Response.json({ errors: [{ code: 'server.failed', message: 'x' }] }, { status: 503 })
        : new Response(null, { status: 204, headers: { 'Idempotency-Key': headers['Idempotency-Key']! } });
    });
    await enqueue(db, moveChannel, { channelId: a, afterId: null }, options());
    await enqueue(db, moveChannel, { channelId: b, afterId: null }, options());
    expect(await drainNow()).toMatchObject({ tried: 1, sent: 0 });
    nowMs += 10 * 60_000;
    expect(await drainNow()).toMatchObject({ sent: 2 });
    expect(sent).toEqual([a, a, b].map((id) => `/api/channels/${id}/position`));
  });

  it('are not held up by one that is refused because its channel is gone, nor are edits of the channels that it shifted', async () => {
    const [gone, a, b] = [newId(), newId(), newId()];
    for (const [position, id] of [a, b, gone].entries())
      await db.channels.put({ id, scope: userScope(userId), name: id, position, parentChannel: null } as never);
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(url);
      const isGone = url.includes(gone);
      return new Response(isGone ? '{"errors":[{"code":"access.not_found","message":"Gone"}]}' : null, {
        status: isGone ? 404 : 204,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': headers['Idempotency-Key']! },
      });
    });
    // It shifts both others on this device.
    await enqueue(db, moveChannel, { channelId: gone, afterId: null }, options());
    await enqueue(db, moveChannel, { channelId: b, afterId: null }, options());
    await enqueue(db, setChannelActive, { channelId: a, active: false }, options());
    expect(await drainNow()).toMatchObject({ sent: 2, refused: 1 });
    expect(sent).toEqual([
      `/api/channels/${gone}/position`,
      `/api/channels/${b}/position`,
      `/api/channels/${a}/active`,
    ]);
    // Also of a drain that finds it refused.
    await enqueue(db, moveChannel, { channelId: a, afterId: b }, options());
    expect(await drainNow()).toMatchObject({ sent: 1, refused: 0 });
  });
});
