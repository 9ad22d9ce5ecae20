import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { trimContent } from '#contract/library.ts';
import { accountDatabase } from '../door.ts';
import { discard, enqueue } from '../outbox/enqueue.ts';

const device = async () => {
  const [userId, id] = [newId(), newId()];
  const [db, scope] = [accountDatabase(userId), userScope(userId)];
  const row = {
    id,
    contentId: id,
    scope,
    type: 'video',
    title: 'clip',
    duration: 60,
    originFileSize: 6_000,
    active: true,
  };
  await db.contents.put({ ...row, filename: 'clip.mov', encodingStatus: 4 } as never);
  await db.contents.put({ ...row, id: newId(), filename: 'CLIP.mp4' } as never);
  return { db, id, options: { owner: userId, scope } };
};

test('D-140 a copy waits in the Library under the name that the server will choose', async () => {
  const { db, id, options } = await device();
  const copyId = newId();
  const entry = await enqueue(db, trimContent, { id, mode: 'copy', startMs: 10_000, endMs: 25_000, copyId }, options);
  expect(await db.contents.get(copyId)).toMatchObject({
    filename: 'clip (1).mp4',
    title: 'clip (1)',
    duration: 15,
    originFileSize: 1_500,
    encodingStatus: 0,
    active: false,
    published: null,
  });
  expect((await db.outbox.get(entry))!.changed).toEqual([copyId]);
  await discard(db, entry);
  expect(await db.contents.get(copyId)).toBeUndefined();
});

test('D-140 a video that will be replaced can be used as before, and shows that its edit waits', async () => {
  const { db, id, options } = await device();
  const input = { id, mode: 'replace', startMs: 0, endMs: 5_000, copyId: newId() } as const;
  const entry = await enqueue(db, trimContent, input, options);
  expect(await db.contents.get(id)).toMatchObject({ active: true, encodingStatus: 4, trim: { status: 0 } });
  expect(await db.contents.count()).toBe(2);
  await discard(db, entry);
  expect((await db.contents.get(id))!.trim).toBeUndefined();
});
