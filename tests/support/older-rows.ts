import type { Page } from '@playwright/test';
import type { StoredShape } from '#contract/stored-shape.ts';
import { storedShapesNow } from './stored-shapes.ts';

const shapes = storedShapesNow();

/** True for a field that a build could add: its value has a neutral one. */
const isAddable = (shape: StoredShape): boolean =>
  shape === 'text' ||
  shape === 'count' ||
  shape === 'flag' ||
  (typeof shape === 'object' && !('values' in shape || 'oneOf' in shape || 'object' in shape));

/** The value without any field that a build could have added. */
const strip = (shape: StoredShape | undefined, value: unknown): unknown => {
  if (shape === undefined || typeof shape === 'string' || typeof value !== 'object' || value === null) return value;
  if ('optional' in shape) return strip(shape.optional, value);
  if ('nullable' in shape) return strip(shape.nullable, value);
  if ('list' in shape) return (value as unknown[]).map((item) => strip(shape.list, item));
  if (!('object' in shape)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const known = shape.object[name];
      // Lists keep their items, without what could be missing in those: an empty list shows no row at all.
      const isShown = Array.isArray(each) && each.length > 0;
      return known !== undefined && isAddable(known) && !isShown && name !== 'scope'
        ? []
        : [[name, strip(known, each)]];
    }),
  );
};

interface Stored {
  rows: Record<string, unknown[]>;
  answers: { key: string; call: string; answer: unknown; shapes?: string }[];
}

const tables = Object.keys(shapes.rows);

/** A person's own row keeps its roles, which decide the screens that they see: every build had them. */
const olderRow = (table: string, row: unknown): unknown => {
  const older = strip(shapes.rows[table], row) as object;
  if (table !== 'me') return older;
  const roles = Object.entries(row as object).filter(
    ([name, value]) => typeof value === 'boolean' || name.endsWith('Id'),
  );
  const { organizations: _, ...me } = { ...older, ...Object.fromEntries(roles) } as { organizations?: unknown };
  return me;
};

/** Makes what the signed-in person's device stores that of an older build, which knew none of the fields added since. */
export const storeAsOlderBuild = async (page: Page): Promise<void> => {
  const stored = await page.evaluate(async (names): Promise<Stored> => {
    const [db, read] = await openOwn();
    const rows = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
    const answers = (await read('answers')) as Stored['answers'];
    db.close();
    return { rows, answers };

    async function openOwn() {
      const { name } = (await indexedDB.databases()).find((each) => /^sideline-[0-9a-f]{8}-/.test(each.name!))!;
      const until = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error!));
        });
      const own = await until(indexedDB.open(name!));
      return [own, (store: string) => until<unknown[]>(own.transaction(store).objectStore(store).getAll())] as const;
    }
  }, tables);
  const older: Stored = {
    rows: Object.fromEntries(
      Object.entries(stored.rows).map(([table, rows]) => [table, rows.map((row) => olderRow(table, row))]),
    ),
    answers: stored.answers.map((row) => ({
      ...row,
      shapes: 'older',
      answer: strip(shapes.answers[row.call], row.answer),
    })),
  };
  await page.evaluate(async ({ rows, answers }) => {
    const { name } = (await indexedDB.databases()).find((each) => /^sideline-[0-9a-f]{8}-/.test(each.name!))!;
    const until = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error!));
      });
    const db = await until(indexedDB.open(name!));
    const writing = db.transaction([...Object.keys(rows), 'answers', 'sync'], 'readwrite');
    for (const [table, each] of Object.entries({ ...rows, answers }))
      for (const row of each) writing.objectStore(table).put(row);
    const state = (await until(writing.objectStore('sync').get('sync'))) as { tables?: string };
    delete state.tables;
    await until(writing.objectStore('sync').put(state));
    db.close();
  }, older);
};
