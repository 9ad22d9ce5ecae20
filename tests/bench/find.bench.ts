import { setTimeout as wait } from 'node:timers/promises';
import { LIBRARY_SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { openBrowser } from './support/browser.ts';
import { state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import type { Page } from './support/page.ts';
import {
  addContents,
  addCreators,
  makeSidelineDatabase,
  signIn,
  startSideline,
  type BenchDatabase,
  type Person,
} from './support/sideline.ts';
import { quantile } from './support/statistics.ts';

const ROWS = 10_000;
const CPU_SLOWED = 4;
/** Presses of each kind in a round. */
const PRESSES = 12;
const WITHIN_MS = 50;
const SHOWN_WITHIN_MS = 15_000;
const PUBLISHED = 2_500;
const IN_FOLDER = 5_000;
const FOLDER = 'f0000000-0000-7000-8000-000000000001';

/** Two changes that undo each other, as expressions of the page. */
type Change = readonly [there: string, back: string];

/** Searches, filters and sorts 10,000 items of the Library, CPU slowed four times: from the press to the frame that shows it. */
export async function benchFind({ rounds }: BenchOptions): Promise<Finding[]> {
  const database = await makeSidelineDatabase();
  const [person] = (await addCreators(database, 1)) as [Person];
  await addContents(database, person, ROWS);
  await publishSome(database, person);
  const app = await startSideline(database);
  const tookMs: Record<string, number[]> = {};
  const browser = await openBrowser({ isMobile: true });
  try {
    const { page } = browser;
    await signIn(page, app.url, person);
    await page.goto(`${app.url}/library`);
    await page.waitFor(`${FIRST}?.getAttribute('aria-setsize') === '${ROWS}'`, 120_000, 200);
    // The rows are in memory, and the code of the sheets is there.
    await wait(8_000);
    for (const name of Object.keys(CHANGES)) tookMs[name] = [];
    await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWED });
    for (let round = 0; round < rounds; round++)
      for (const [name, { open, changes, pauseMs = 0 }] of Object.entries(CHANGES))
        tookMs[name]!.push(...(await measure(page, open, changes)).map((ms) => ms - pauseMs));
    tookMs['the contents of a folder'] = await measureFolder(page, rounds);
  } finally {
    await browser.close();
    await app.stop();
  }
  return Object.entries(tookMs).map(([name, all]) =>
    state(
      `Library of 10,000: ${name}, p95`,
      'ms',
      quantile(all, 0.95),
      { of: 'value', atMost: WITHIN_MS },
      `median ${quantile(all, 0.5).toFixed(0)} ms of ${all.length}`,
    ),
  );
}

/** Puts a quarter of the items on a channel, and half of all in a folder. */
async function publishSome({ pool }: BenchDatabase, { userId, scope }: Person): Promise<void> {
  const client = await pool.connect();
  try {
    // Triggers and keys are left out: only the rows are needed here.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into channels (id, scope, version, community_id, sport_id, name, author_id)
       values (md5('channel')::uuid, $2, 1, md5('community')::uuid, 'soccer', 'Channel', $1)`,
      [userId, scope],
    );
    await client.query(`insert into folders (id, scope, version, title) values ($1, $2, 1, 'Half')`, [FOLDER, scope]);
    await client.query(
      `update contents set folder_id = $1 where id in (select id from contents where scope = $2 order by created_at limit $3)`,
      [FOLDER, scope, IN_FOLDER],
    );
    await client.query(
      `insert into publications (id, scope, version, content_id, channel_id, title, pricing, is_live, published_by, sport_id)
       select gen_random_uuid(), $2, 1, id, md5('channel')::uuid, title, 'free', true, $1, 'soccer'
       from contents where scope = $2 order by created_at desc offset 100 limit $3`,
      [userId, scope, PUBLISHED],
    );
    await client.query(
      'update contents c set publication_id = p.id from publications p where p.content_id = c.id and c.scope = $1',
      [scope],
    );
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

const FIRST = `document.querySelector('[role=listitem][aria-posinset="1"]')`;
const press = (selector: string, words: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.textContent.trim() === ${JSON.stringify(words)}).click()`;
const chip = (words: string) => press('fieldset.chip-row button', words);
const radio = (words: string) =>
  `[...document.querySelectorAll('[role=dialog] label')].find((each) => each.textContent.trim().startsWith(${JSON.stringify(words)})).querySelector('input').click()`;
const type = (words: string) => `(() => {
  const field = document.querySelector('input[type=search]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(words)});
  field.dispatchEvent(new Event('input', { bubbles: true }));
})()`;
const openSheet = (label: string) =>
  `[...document.querySelectorAll('.library__tools button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent).startsWith(${JSON.stringify(label)})).click()`;

/** What is measured; `open` comes before each press and is not. `pauseMs`: the wait for the next key, which is taken off. */
const CHANGES: Record<string, { open?: string; changes: Change; pauseMs?: number }> = {
  'a search of one word': { changes: [type('77'), type('')], pauseMs: LIBRARY_SEARCH_DEBOUNCE_MS },
  'a search of two words': { changes: [type('session 9'), type('')], pauseMs: LIBRARY_SEARCH_DEBOUNCE_MS },
  'the filter by type': { changes: [chip('Audio'), chip('All')] },
  'published or not': { open: openSheet('Filter'), changes: [radio('On Channel'), radio('All')] },
  'the order by title, from Z': { open: openSheet('Sort'), changes: [radio('Alphabetical (Z-A)'), radio('Newest')] },
};

/** Milliseconds from a change to the first frame that shows another list. */
const untilShown = (change: string) => `new Promise((resolve, reject) => {
  const list = () => { const item = ${FIRST}; return item ? item.getAttribute('aria-setsize') + item.querySelector('h3').textContent : 'none'; };
  const before = list();
  const startedMs = performance.now();
  const look = () => {
    // A page that comes without its list shows nothing yet.
    if (list() === before || list() === 'none') {
      if (performance.now() - startedMs > ${SHOWN_WITHIN_MS}) return reject(new Error('the list stayed as it was: ' + before));
      return void requestAnimationFrame(look);
    }
    // After the paint of this frame.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - startedMs);
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
  ${change};
})`;

async function measure(page: Page, open: string | undefined, changes: Change): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < PRESSES; at++) {
    if (open) {
      await page.evaluate(open);
      await page.waitFor(`document.querySelector('[role=dialog] label') !== null`, 15_000);
      await wait(600);
    }
    took.push(await page.evaluate<number>(untilShown(changes[at % 2]!)));
    if (open)
      await page.evaluate(
        `document.querySelector('[role=dialog]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`,
      );
    await wait(700);
  }
  return took;
}

/** Opens the folder as a link does, and the Library again, which is not counted. */
async function measureFolder(page: Page, rounds: number): Promise<number[]> {
  const took: number[] = [];
  const go = (href: string) => `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(href)} })`;
  for (let at = 0; at <= rounds * 3; at++) {
    const ms = await page.evaluate<number>(untilShown(go(`/library/${FOLDER}`)));
    // The first time its code is loaded.
    if (at > 0) took.push(ms);
    await wait(2_500);
    await page.evaluate(go('/library'));
    await page.waitFor(`${FIRST}?.getAttribute('aria-setsize') === '${ROWS}'`, 30_000);
    await wait(2_500);
  }
  return took;
}
