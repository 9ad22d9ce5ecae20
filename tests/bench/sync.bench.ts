import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createAccessTokens } from '#server/calls/access-tokens.ts';
import { buildPage } from './support/build-page.ts';
import { openBrowser } from './support/browser.ts';
import { compare, state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { onEnd } from './support/processes.ts';
import { openRelay } from './support/relay.ts';
import {
  accountDatabaseName,
  addContents,
  addCreators,
  makeSidelineDatabase,
  signIn,
  startSideline,
  type BenchDatabase,
  type Person,
  type Sideline,
} from './support/sideline.ts';
import { hostFolder } from './support/static-host.ts';
import { interleave, type Figures } from './support/statistics.ts';

const ROWS = 10_000;
const PAGE_ROWS = 1000;
const SYNC_WITHIN_MS = 120_000;

/** First sync of a large library, compared with writing the same rows to raw IndexedDB; and a pull without changes. */
export async function benchSync({ rounds }: BenchOptions): Promise<Finding[]> {
  const database = await makeSidelineDatabase();
  const [person] = (await addCreators(database, 1)) as [Person];
  await addContents(database, person, ROWS);
  await database.pool.query('vacuum analyze');
  const app = await startSideline(database);
  const host = await hostFolder(await buildPage('rows.ts'));
  const feed = await hostRows(database, person);
  const runs = await interleave({ raw: () => pullRaw(host.url, feed), ours: () => pullOurs(app, person) }, rounds);
  const quietBytes = await bytesOfQuietPull(app, person);
  await app.stop();
  const both = { ours: runs.ours, reference: runs.raw, name: 'raw IndexedDB' };
  return [
    compare(
      `First sync of ${ROWS.toLocaleString('en')} rows`,
      'rows/s',
      { ...both, key: 'rowsPerSecond' },
      { of: 'ratio', atLeast: 0.9 },
    ),
    compare('First sync: main thread blocked', 'ms', { ...both, key: 'blockedMs' }, { of: 'value', atMost: 0 }),
    state('A pull with nothing new: body', 'bytes', quietBytes, { of: 'value', atMost: 300 }),
  ];
}

/** Hosts the library's rows as static files: pages of 1,000, compressed in advance. */
async function hostRows(database: BenchDatabase, { scope }: Person): Promise<string> {
  const { rows } = await database.pool.query<{ row: unknown }>('select row from own_contents where scope = $1', [
    scope,
  ]);
  const pages = Array.from({ length: ROWS / PAGE_ROWS }, (_, page) =>
    gzipSync(JSON.stringify(rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS).map(({ row }) => row))),
  );
  const empty = gzipSync('[]');
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('page'));
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'access-control-allow-origin': '*',
      })
      .end(pages[page] ?? empty);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onEnd(() => server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function pullRaw(url: string, feed: string): Promise<Figures> {
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await page.goto(`${url}/?db=sync`);
    await page.waitFor('!!window.ops');
    const since = await page.evaluate<number>('performance.now()');
    const { ms, count } = await page.evaluate<{ ms: number; count: number }>(`ops.pull(${JSON.stringify(feed)})`);
    return { rowsPerSecond: (count / ms) * 1000, ...(await page.longTasksSince(since)) };
  } finally {
    await browser.close();
  }
}

/** Time from the first request of the change feed until the last row is stored, in a new profile. */
async function pullOurs(app: Sideline, person: Person): Promise<Figures> {
  const relay = await openRelay(app.port, { watchFor: 'GET /api/sync' });
  const browser = await openBrowser();
  const { page } = browser;
  try {
    await signIn(page, relay.url, person);
    // Lazy requests of the welcome page do not count.
    await wait(3000);
    await page.goto(`${relay.url}/library`);
    const since = await page.evaluate<number>('performance.now()');
    await page.waitFor(holds(accountDatabaseName(person), ROWS), SYNC_WITHIN_MS, 50);
    const ms = performance.now() - relay.seenAtMs();
    return { rowsPerSecond: (ROWS / ms) * 1000, ...(await page.longTasksSince(since)) };
  } finally {
    await browser.close();
    relay.close();
  }
}

const holds = (database: string, rows: number) => `(async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === ${JSON.stringify(database)})) return false;
  const db = await new Promise((resolve) => { indexedDB.open(${JSON.stringify(database)}).onsuccess = (event) => resolve(event.target.result); });
  try {
    return await new Promise((resolve) => { const count = db.transaction('contents').objectStore('contents').count(); count.onsuccess = () => resolve(count.result >= ${rows}); });
  } catch { return false; } finally { db.close(); }
})()`;

async function bytesOfQuietPull(app: Sideline, { userId, sessionId }: Person): Promise<number> {
  const token = await createAccessTokens(app.secret).sign({ userId, sessionId }, new Date());
  let cursor = '';
  for (;;) {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    const text = await (
      await fetch(`${app.url}/api/sync${query}`, { headers: { Authorization: `Bearer ${token}` } })
    ).text();
    const answer = JSON.parse(text) as { cursor: string; more: boolean; changes: unknown[] };
    if (cursor && !answer.more && answer.changes.length === 0) return Buffer.byteLength(text);
    cursor = answer.cursor;
  }
}
