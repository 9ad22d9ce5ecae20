import { Dexie } from 'dexie';
import { newId, type Scope } from '#contract/ids.ts';
import { createFolder, editFolder, deleteFolder } from '#contract/library.ts';
import { publish } from '#contract/publications.ts';
import { accountDatabaseName, DATABASE_VERSION, STORES, type AccountDatabase } from './database.ts';
import { saveFile } from './files.ts';
import { enqueue } from './outbox/enqueue.ts';
import { newJob } from './uploads/job.ts';

/** A local database as a shipped version left it: its stores, and every row; bytes as base64. */
export interface StoredDatabase {
  version: number;
  userId: string;
  stores: Record<string, string>;
  rows: Record<string, unknown[]>;
}

interface StoredBytes {
  $blob: string;
  type: string;
}
const isBytes = (value: unknown): value is StoredBytes =>
  typeof value === 'object' && value !== null && '$blob' in value;

/** Rows with their blobs as base64. */
const encode = async (value: unknown): Promise<unknown> => {
  if (value instanceof Blob)
    return { $blob: Buffer.from(await value.arrayBuffer()).toString('base64'), type: value.type };
  if (Array.isArray(value)) return Promise.all(value.map(encode));
  if (typeof value !== 'object' || value === null) return value;
  const entries = await Promise.all(Object.entries(value).map(async ([name, each]) => [name, await encode(each)]));
  return Object.fromEntries(entries) as unknown;
};

const decode = (value: unknown): unknown => {
  if (isBytes(value)) return new Blob([Buffer.from(value.$blob, 'base64')], { type: value.type });
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decode(each)]));
};

/** Every row of a database, encoded. */
export const readRows = async (db: Dexie): Promise<StoredDatabase['rows']> => {
  const rows: StoredDatabase['rows'] = {};
  for (const table of db.tables) rows[table.name] = (await encode(await table.toArray())) as unknown[];
  return rows;
};

/** Makes the database of a fixture, with the schema of its version. */
export const storeFixture = async ({ version, userId, stores, rows }: StoredDatabase): Promise<void> => {
  const db = new Dexie(accountDatabaseName(userId));
  db.version(version).stores(stores);
  for (const [name, each] of Object.entries(rows)) await db.table(name).bulkAdd(decode(each) as unknown[]);
  db.close();
};

const NOW_MS = Date.UTC(2026, 10, 20);

/**
 * Fills a database as a device has it in the middle of its work: rows, changes that wait, were refused or were sent,
 * uploads at several steps, a draft, cached answers, a picture that is not sent. @returns It as a fixture.
 */
export const makeFixture = async (db: AccountDatabase, userId: string): Promise<StoredDatabase> => {
  const scope: Scope = `user:${userId}`;
  const own = { owner: userId, scope, nowMs: NOW_MS };
  const row = (title: string) => ({ id: newId(NOW_MS), scope, title, createdAt: '2026-11-20T00:00:00.000Z' });
  const [first, second, third] = [row('Drills'), row('Matches'), row('Training')];
  await db.folders.bulkAdd([first, second, third]);
  await db.follows.add({ id: newId(NOW_MS), scope, followedAt: '2026-11-20T00:00:00.000Z' });
  await enqueue(db, createFolder, { id: newId(NOW_MS), title: 'Made here' }, own);
  await enqueue(db, editFolder, { folderId: first.id, title: 'Renamed here' }, own);
  const refused = await enqueue(db, editFolder, { folderId: second.id, title: 'Training' }, own);
  const problem = { code: 'library.folder_taken', message: 'There is a folder with this name.' };
  await db.outbox.update(refused, { state: 'refused', attempts: 1, problem });
  const sent = await enqueue(db, deleteFolder, { folderId: third.id }, own);
  await db.outbox.update(sent, { state: 'sent', attempts: 1, coveredBy: 9 });
  const picture = await saveFile(db, new Blob(['a picture'], { type: 'image/png' }));
  const upload = { owner: userId, scope, type: 'video' as const, size: 9, lastModifiedMs: NOW_MS, folderId: null };
  const jobs = ['clip.mp4', 'paused.mp4', 'failed.mp4', 'done.mp4'].map((name) =>
    newJob({ id: newId(NOW_MS), name, ...upload }, NOW_MS),
  );
  Object.assign(jobs[0]!, { keptIn: 'idb', committedBytes: 4, percent: 44, chunkUnits: 3 });
  Object.assign(jobs[1]!, { keptIn: 'idb', state: 'paused', snapshot: { version: 1, value: 'paused' } });
  Object.assign(jobs[2]!, { state: 'failed', errorLevel: 'Uploading', errorKind: 'NoInternet' });
  Object.assign(jobs[3]!, { state: 'done', step: 'Reviewing', contentId: newId(NOW_MS), committedBytes: 9 });
  await db.uploadJobs.bulkAdd(jobs);
  await db.uploadFiles.bulkAdd(
    jobs.slice(0, 2).map(({ id, name }) => ({ id, file: new Blob([name], { type: 'video/mp4' }) })),
  );
  await enqueue(
    db,
    publish,
    {
      id: newId(NOW_MS),
      contentId: jobs[0]!.id,
      channelId: newId(NOW_MS),
      title: 'Published here',
      coverImage: picture,
    } as never,
    { ...own, dependsOn: jobs[0]!.id, files: [picture] },
  );
  await db.drafts.add({ key: 'publish', value: { title: 'half a word' }, savedAtMs: NOW_MS });
  await db.answers.add({ key: 'home.read?{}', call: 'home.read', answer: { lists: [] }, fetchedAtMs: NOW_MS });
  await db.savedMedia.add({
    id: newId(NOW_MS),
    contentType: 'video/mp4',
    blob: new Blob(['saved']),
    bytes: 5,
    savedAtMs: NOW_MS,
  });
  await db.saveJobs.add({
    id: newId(NOW_MS),
    copyId: newId(NOW_MS),
    title: 'Half saved',
    height: null,
    addedAtMs: NOW_MS,
    received: 4,
    bytes: 9,
    file: 'media/video.mp4',
    etag: null,
    problem: null,
    holder: null,
    beatAtMs: NOW_MS,
    attempts: 0,
    nextAttemptAtMs: 0,
  });
  await db.session.put({
    key: 'session',
    userId,
    accessToken: `x.${btoa(JSON.stringify({ sub: userId }))}.x`,
    receivedAtMs: NOW_MS,
  });
  // As the servers up to the shipped 1.1.12 made it.
  const cursor = btoa(JSON.stringify({ e: newId(), h: 'J5AnAe0Ift5A', s: { [scope]: 8 } })).replaceAll('=', '');
  await db.sync.put({
    key: 'sync',
    cursor,
    versions: { [scope]: 8 },
    whole: {},
    pulledAtMs: NOW_MS,
    serverAtMs: NOW_MS,
  });
  return { version: DATABASE_VERSION, userId, stores: { ...STORES }, rows: await readRows(db) };
};
