import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Locator, Page } from '@playwright/test';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { expect, test as base } from '#tests/support/app.ts';
import { readyForOffline } from '#tests/support/people.ts';
import { addChannel, addMembers, addPublications, type Member } from '../faults/members.ts';
import { addPerson, type Person } from '../faults/people.ts';
import { signInByForm } from '../faults/screens.ts';

/** Two pages of each list and a half. */
const CONTENTS = 60;
/** Contents that come at a time on a sport's page. */
const PAGE = 25;
const FOLLOWED = 55;
const RECOMMENDED = 54;

interface Crowd {
  person: Person;
  sport: { id: string; name: string };
  titles: string[];
  followed: string[];
  recommended: string[];
}
const QUIET = { info: () => {}, warn: () => {}, error: console.error };

/** A sport that nobody else is in, with more contents and channels than a page takes, and a Member who follows many. */
const fill = async (sql: pg.Pool): Promise<Crowd> => {
  const person = await addPerson(sql);
  await sql.query(`update users set last_role = 'learner' where id = $1`, [person.userId]);
  const { rows: [sport] } = await sql.query<Crowd['sport']>('select id, name from sports s where not exists (select 1 from channels where sport_id = s.id) order by position limit 1');
  const owners = await addMembers(sql, randomBytes(24).toString('hex'), FOLLOWED + RECOMMENDED);
  const channels: string[] = [];
  for (const [index, owner] of owners.entries()) {
    const channel = await addChannel(sql, owner as Member, index < FOLLOWED ? [person] : [], sport!.id);
    channels.push(channel.channelId);
    if (index === 0) await addPublications(sql, channel, CONTENTS);
  }
  const names = async (text: string, values: unknown[]) => (await sql.query<{ name: string }>(text, values)).rows.map(({ name }) => name);
  const nameOf = (ids: string[]) => names('select name from channels where id = any($1::uuid[]) order by name', [ids]);
  return {
    person, sport: sport!, titles: await names('select title as name from publications where channel_id = $1 order by title', [channels[0]]),
    followed: await nameOf(channels.slice(0, FOLLOWED)), recommended: await nameOf(channels.slice(FOLLOWED)),
  };
};

const test = base.extend<{ crowd: Crowd }>({
  crowd: async ({ app }, provide) => {
    const database = await startEmbeddedPostgres({ dataDir: app.dataDir, log: QUIET });
    const sql = new pg.Pool({ ...database.poolConfig, max: 2 });
    await provide(await fill(sql));
    await sql.end();
    await database.stop();
  },
});
test.setTimeout(240_000);

const rowsOf = (page: Page, list: string): Locator => page.getByRole('list', { name: list, exact: true }).locator(':scope > li');

/** Scrolls to the end of what is there, again and again, as long as more comes. */
const readToEnd = async (page: Page, list: string, wanted: readonly string[]): Promise<void> => {
  const rows = rowsOf(page, list);
  await expect.poll(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return rows.count();
  }).toBeGreaterThanOrEqual(wanted.length);
  const shown = await rows.evaluateAll((items, names) => items.map((item) => names.find((name) => (item as HTMLElement).innerText.includes(name)) ?? 'unknown'), wanted);
  expect(shown.toSorted()).toEqual(wanted.toSorted());
};

/**
 * A busy device: that an end went away the browser tells only together with its coming back, in one call, oldest first.
 * `goneAway` says that one is gone and that nobody has been told.
 */
const tellInBatches = (page: Page) => page.addInitScript(() => {
  const Native = IntersectionObserver;
  globalThis.IntersectionObserver = class extends Native {
    constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      let held: IntersectionObserverEntry[] = [];
      super((entries, observer) => {
        held.push(...entries);
        const isThere = entries.at(-1)!.isIntersecting;
        Object.assign(globalThis, { goneAway: !isThere });
        if (!isThere) return;
        tell(held, observer);
        held = [];
      }, options);
    }
  };
});

test('the end of a list is noticed also where the browser tells of several moves at once', async ({ page, crowd }) => {
  const { person, sport } = crowd;
  await tellInBatches(page);
  await page.goto('/sign-in');
  await signInByForm(page, person);
  await page.goto(`/sport-page?sportId=${sport.id}&sportName=${encodeURIComponent(sport.name)}`);
  const rows = rowsOf(page, 'Content');
  await expect(rows).not.toHaveCount(0);
  await expect.poll(() => page.evaluate<boolean>('globalThis.goneAway')).toBe(true);
  // No page was asked for that nobody has scrolled to.
  expect(await rows.count()).toBe(PAGE);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => rows.count()).toBeGreaterThan(PAGE);
});

test('lists of contents and channels longer than a page: scrolled to the end, all of it is there once each, and so it is offline after a reload', async ({ page, context, crowd }) => {
  const { person, sport, titles, followed, recommended } = crowd;
  const sportPage = `/sport-page?sportId=${sport.id}&sportName=${encodeURIComponent(sport.name)}`;
  await page.goto('/sign-in');
  await signInByForm(page, person);

  const readAll = async (): Promise<void> => {
    await page.goto(sportPage);
    await readToEnd(page, 'Content', titles);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('tab', { name: 'Community' }).click();
    await readToEnd(page, 'Community', followed);
    await page.goto(`/community?tab=recommended&sport=${sport.id}`);
    await readToEnd(page, 'Community', recommended);
    await page.goto(`/community?tab=following&sport=${sport.id}`);
    await readToEnd(page, 'Community', followed);
  };
  await readAll();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await readAll();
});
