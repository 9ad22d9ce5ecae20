import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { identityOf, noteEqualFile } from './find-equal.ts';
import { addUploads } from './jobs.ts';

let owner: string;
let db: AccountDatabase;
beforeEach(() => {
  owner = newId();
  db = accountDatabase(owner);
});

const bytesOf = (seed: number, size = 2 * UNIT_BYTES + 77) => new Uint8Array(size).fill(seed);
/** As the server computes it (server/domains/upload/identity.ts). */
const identity = (bytes: Uint8Array): string => {
  const whole = createHash('sha256');
  for (let at = 0; at < bytes.length; at += UNIT_BYTES)
    whole.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + UNIT_BYTES))
        .digest(),
    );
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes.length));
  return whole.update(size).digest('hex');
};
const own = (bytes: Uint8Array, facts: Partial<LibraryContent> = {}) => {
  const id = newId();
  const row = { id, contentId: id, scope: userScope(owner), type: 'video', filename: `${id}.mp4`, folderId: null };
  return db.contents
    .put({
      ...row,
      originFileSize: bytes.length,
      encodingStatus: 4,
      sha256: identity(bytes),
      ...facts,
    } as LibraryContent)
    .then(() => id);
};
const upload = async (bytes: Uint8Array<ArrayBuffer>, name = 'again.mp4') => {
  const file = new File([bytes], name, { lastModified: 1 });
  const input = { files: [{ file, type: 'video' as const }], owner, scope: userScope(owner), folderId: null };
  const { jobs, saved } = await addUploads(db, input);
  await saved[0];
  await noteEqualFile(db, jobs[0]!.id, file);
  return (await db.uploadJobs.get(jobs[0]!.id))!;
};

test('the identity of a file is the one that the server computes', async () => {
  for (const size of [1, UNIT_BYTES, 9 * UNIT_BYTES + 5])
    expect(await identityOf(new Blob([bytesOf(3, size)]))).toBe(identity(bytesOf(3, size)));
});

test('a file that is in the Library, or in an earlier upload, is recognised; the upload goes on', async () => {
  const id = await own(bytesOf(1), { filename: 'drill.mp4', folderId: owner });
  const again = await upload(bytesOf(1));
  expect(again.equalTo).toEqual({ id, name: 'drill.mp4', folderId: owner });
  expect(again.state).toBe('working');
  const first = await upload(bytesOf(2), 'first.mp4');
  expect(first.equalTo).toBeUndefined();
  expect((await upload(bytesOf(2), 'second.mp4')).equalTo).toMatchObject({ id: first.id, name: 'first.mp4' });
});

test('files of another size, other bytes, another owner, or without an identity are not taken for equal', async () => {
  await own(bytesOf(1, 5));
  await own(bytesOf(2));
  await own(bytesOf(1), { scope: `org:${newId()}` });
  await own(bytesOf(1), { sha256: null });
  await own(bytesOf(1), { encodingStatus: -2 });
  expect((await upload(bytesOf(1))).equalTo).toBeUndefined();
});
