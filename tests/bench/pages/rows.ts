// Raw IndexedDB beside the project's own database code, over the same rows and indexes. The bench calls `window.ops`.
import { Dexie, liveQuery } from 'dexie';
import type { LibraryContent } from '#contract/rows.ts';
import { openAccountDatabase } from '#store/database.ts';
import { readNewest } from '#features/library/content-query.ts';

const OWNER = '00000000-0000-7000-8000-000000000000';
const SCOPE = `user:${OWNER}` as const;
const PAGE = 20;
const TABLE = 'contents';
const name = new URLSearchParams(location.search).get('db') ?? 'rows';

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
const opening = indexedDB.open(`raw-${name}`, 1);
opening.addEventListener('upgradeneeded', () => {
  const store = opening.result.createObjectStore(TABLE, { keyPath: 'id' });
  for (const path of ['scope', ['scope', 'createdAt'], ['scope', 'folderId']]) store.createIndex(String(path), path);
});
const raw = await done(opening);
const own = openAccountDatabase(`bench-${name}`);
await own.open();
const plain = new Dexie(`plain-${name}`);
plain.version(1).stores({ [TABLE]: 'id, scope, [scope+createdAt], [scope+folderId]' });
const plainRows = plain.table<LibraryContent, string>(TABLE);

const row = (index: number): LibraryContent =>
  ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    contentId: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    scope: SCOPE,
    title: `Session ${index} on footwork and timing`,
    filename: `Session ${index} on footwork and timing.mp4`,
    type: 'video',
    folderId: null,
    thumbnail: null,
    duration: 60 + (index % 600),
    pagesCount: null,
    fileSize: 900_000 + index,
    originFileSize: 1_000_000 + index,
    createdAt: new Date(1_700_000_000_000 + ((index * 2_654_435_761) % 1_000_000_007)).toISOString(),
    isPublished: false,
    category: null,
    active: true,
    approved: true,
    encodingStatus: 4,
    encodingProgress: 100,
    reviewStatus: 'approved',
    reviewReason: null,
    published: null,
  }) as LibraryContent;
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => row(from + index));

const putRaw = (all: LibraryContent[]) =>
  new Promise<void>((resolve, reject) => {
    const change = raw.transaction(TABLE, 'readwrite', { durability: 'relaxed' });
    for (const each of all) change.objectStore(TABLE).put(each);
    change.commit();
    change.addEventListener('complete', () => resolve());
    change.addEventListener('error', () => reject(change.error));
  });
const firstRaw = () => {
  const index = raw.transaction(TABLE).objectStore(TABLE).index('scope,createdAt');
  // Chromium gives the whole page in one request, newest first; the type definitions do not know it yet.
  return done(
    (index as unknown as { getAll(options: object): IDBRequest<LibraryContent[]> }).getAll({
      query: IDBKeyRange.bound([SCOPE], [SCOPE, []]),
      count: PAGE,
      direction: 'prev',
    }),
  );
};
const firstPlain = () =>
  plainRows
    .where('[scope+createdAt]')
    .between([SCOPE, Dexie.minKey], [SCOPE, Dexie.maxKey])
    .reverse()
    .limit(PAGE)
    .toArray();
const firstOwn = () => readNewest(own, SCOPE, PAGE);

async function time(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let number = 0; number < times; number++) {
    const startedAtMs = performance.now();
    await work();
    all.push(performance.now() - startedAtMs);
  }
  return all;
}

/** Time from a write to the callback of the live query. */
async function live(
  times: number,
  first: () => Promise<LibraryContent[]>,
  put: (row: LibraryContent) => unknown,
): Promise<number[]> {
  let wanted = '';
  let seen = () => {};
  const watch = liveQuery(first).subscribe((page) => {
    if (page.some(({ title }) => title === wanted)) seen();
  });
  const page = await first();
  let number = 0;
  const all = await time(
    times,
    () =>
      new Promise<void>((resolve) => {
        seen = resolve;
        wanted = `changed ${number} ${Math.random()}`;
        put({ ...page[number++ % PAGE]!, title: wanted });
      }),
  );
  watch.unsubscribe();
  return all;
}

Object.assign(window, {
  ops: {
    async fill(count: number) {
      for (let from = 0; from < count; from += 10_000) {
        const some = rows(from, Math.min(10_000, count - from));
        await putRaw(some);
        await own.contents.bulkPut(some as never[]);
        await plainRows.bulkPut(some);
      }
    },
    first: async (times: number) => ({ raw: await time(times, firstRaw), own: await time(times, firstOwn) }),
    live: async (times: number) => ({
      plain: await live(times, firstPlain, (each) => plainRows.put(each)),
      own: await live(times, firstOwn, (each) => own.contents.put(each as never)),
    }),
    /** Pages of rows as the change feed would bring them, from the network into raw IndexedDB. */
    async pull(url: string) {
      const startedAtMs = performance.now();
      const get = async (page: number) => (await (await fetch(`${url}/rows?page=${page}`)).json()) as LibraryContent[];
      let count = 0;
      let next = get(0);
      for (let page = 1; ; page++) {
        const some = await next;
        if (some.length === 0) return { ms: performance.now() - startedAtMs, count };
        next = get(page);
        await putRaw(some);
        count += some.length;
      }
    },
  },
});
