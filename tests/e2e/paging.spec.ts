import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Locator, Page } from '@playwright/test';
import { addSport, expect, test as base } from '#tests/support/own-rows.ts';
import { ONLINE } from '#tests/support/app.ts';
import { readyForOffline } from '#tests/support/people.ts';
import { addChannel, addMembers, addPublications, type Member } from '../faults/world/members.ts';
import { addPerson, type Person } from '../faults/world/people.ts';
import { signInByForm } from '../faults/world/screens.ts';

/** More than one answer can hold, so that every list needs several pages. */
const CONTENTS = 105;
const PLAYLISTS = 102;
/** Two and a half pages of each. */
const COMMENTS = 45;
/** Page size of a sport's contents. */
const PAGE = 25;
const FOLLOWED = 55;
const RECOMMENDED = 54;

interface Crowd {
  person: Person;
  /** The id of the sport, and its name. */
  sport: string;
  /** The channel of all contents, newest first; the last playlist has them in reverse order. */
  channelId: string;
  contents: { id: string; title: string }[];
  playlists: { id: string; title: string }[];
  /** A content of the person's own, and its comments. */
  own: { id: string; channelId: string };
  comments: string[];
  followed: string[];
  recommended: string[];
}

/** A new sport with more contents and channels than a page, and a Member who follows many. */
const fill = async (sql: pg.Pool): Promise<Crowd> => {
  const person = await addPerson(sql);
  await sql.query(`update users set last_role = 'learner' where id = $1`, [person.userId]);
  const rows = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await sql.query<R>(text, values)).rows;
  const [sport, ownSport] = [await addSport(sql), await addSport(sql)];
  const owners = await addMembers(sql, randomBytes(24).toString('hex'), FOLLOWED + RECOMMENDED);
  const channels: string[] = [];
  for (const [index, owner] of owners.entries()) {
    const channel = await addChannel(sql, owner as Member, index < FOLLOWED ? [person] : [], sport);
    channels.push(channel.channelId);
    if (index === 0) await addPublications(sql, channel, CONTENTS);
  }
  const [channelId] = channels as [string];
  const contents = await rows<Crowd['contents'][number]>(
    'select id, title from publications where channel_id = $1 order by published_at desc, id desc',
    [channelId],
  );
  const playlists = await rows<Crowd['playlists'][number]>(
    `insert into playlists (id, scope, channel_id, title, position)
     select gen_random_uuid(), $2, $1, 'Playlist ' || to_char(n, 'FM000'), n from generate_series(1, ${PLAYLISTS}) n returning id, title`,
    [channelId, owners[0]!.scope],
  );
  for (const [at, { id }] of contents.toReversed().entries())
    await sql.query('update publications set playlist_id = $1, playlist_position = $2 where id = $3', [
      playlists.at(-1)!.id,
      at,
      id,
    ]);

  const ownChannel = await addChannel(sql, { ...person, token: '' }, [], ownSport);
  const [ownId] = await addPublications(sql, ownChannel, 1);
  const comments = owners.slice(0, COMMENTS).map((_, at) => `Comment no. ${100 + at}`);
  await sql.query(
    `insert into ratings (user_id, publication_id, scope, relevance, helpful, engaging, comment)
     select u, $2, 'user:' || u, 5, 5, 5, c from unnest($1::uuid[], $3::text[]) as r(u, c)`,
    [owners.slice(0, COMMENTS).map(({ userId }) => userId), ownId, comments],
  );

  const nameOf = async (ids: string[]) =>
    (await rows<{ name: string }>('select name from channels where id = any($1::uuid[]) order by name', [ids])).map(
      ({ name }) => name,
    );
  return {
    person,
    sport,
    channelId,
    contents,
    playlists,
    own: { id: ownId!, channelId: ownChannel.channelId },
    comments,
    followed: await nameOf(channels.slice(0, FOLLOWED)),
    recommended: await nameOf(channels.slice(FOLLOWED)),
  };
};

const test = base.extend<{ crowd: Crowd }>({
  crowd: async ({ sql }, provide) => provide(await fill(sql)),
});
const listOf = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
const rowsOf = (page: Page, list: string): Locator => listOf(page, list).locator(':scope > li');
const titlesOf = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title);

/**
 * Scrolls to the end repeatedly, as long as more items appear.
 *
 * @returns The items in order.
 */
const readToEnd = async (list: Locator, wanted: readonly string[]): Promise<string[]> => {
  const rows = list.locator(':scope > li');
  await expect
    .poll(async () => {
      await list.evaluate((element) => (element.nextElementSibling ?? element).scrollIntoView({ block: 'end' }));
      return rows.count();
    })
    .toBeGreaterThanOrEqual(wanted.length);
  return rows.evaluateAll(
    (items, names) =>
      items.map((item) => names.find((name) => (item as HTMLElement).innerText.includes(name)) ?? 'unknown'),
    wanted,
  );
};

/** Checks that a list shows each of its items once. */
const expectWhole = async (page: Page, list: string, wanted: readonly string[]): Promise<void> => {
  expect((await readToEnd(listOf(page, list), wanted)).toSorted()).toEqual(wanted.toSorted());
};

/**
 * Simulates a busy device: the browser reports that the end left and re-entered the screen in one call, oldest entry
 * first. `goneAway` tells that it has left and that the app was not notified yet.
 */
const tellInBatches = (page: Page) =>
  page.addInitScript(() => {
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

test(
  'the end of a list is detected also if the browser reports several intersections at once',
  ONLINE,
  async ({ page, crowd }) => {
    const { person, sport } = crowd;
    await tellInBatches(page);
    await page.goto('/sign-in');
    await signInByForm(page, person);
    await page.goto(`/sport-page?sportId=${sport}&sportName=${sport}`);
    const rows = rowsOf(page, 'Content');
    await expect(rows).not.toHaveCount(0);
    await expect.poll(() => page.evaluate<boolean>('globalThis.goneAway')).toBe(true);
    // No page is requested before the person scrolls to it.
    expect(await rows.count()).toBe(PAGE);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => rows.count()).toBeGreaterThan(PAGE);
  },
);

test('lists of contents, playlists and channels longer than a page: scrolled to the end, each item is shown once, also offline after a reload', async ({
  page,
  context,
  crowd,
}) => {
  const { person, sport, channelId, contents, playlists, followed, recommended } = crowd;
  const sportPage = `/sport-page?sportId=${sport}&sportName=${sport}`;
  await page.goto('/sign-in');
  await signInByForm(page, person);

  const readAll = async (): Promise<void> => {
    await page.goto(sportPage);
    await expectWhole(page, 'Content', titlesOf(contents));
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('tab', { name: 'Community' }).click();
    await expectWhole(page, 'Community', followed);
    await page.goto(`/community?tab=recommended&sport=${sport}`);
    await expectWhole(page, 'Community', recommended);
    await page.goto(`/community?tab=following&sport=${sport}`);
    await expectWhole(page, 'Community', followed);
    await page.goto(`/channels/${channelId}`);
    await expectWhole(page, 'Playlists', titlesOf(playlists));
    await expectWhole(page, 'Content', titlesOf(contents));
  };
  await readAll();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await readAll();
});

test(
  'NAV-063 NAV-064 WAT-001 WAT-005 WAT-006 the next items are listed after an item far down its channel or playlist, to the end of the list',
  ONLINE,
  async ({ page, crowd }) => {
    const { person, channelId, contents, playlists } = crowd;
    await page.goto('/sign-in');
    await signInByForm(page, person);
    const queue = page.getByRole('main').locator('.queue-list');
    const ended = page.getByText("Uh oh... we've reached the end.");

    const channel = `/watch-channel?channelId=${channelId}`;
    const playlist = `/watch-playlist?channelId=${channelId}&playlistId=${playlists.at(-1)!.id}`;
    for (const [address, list] of [
      [channel, contents],
      [playlist, contents.toReversed()],
    ] as const) {
      // The last but four of the last page; then the first one, from which the whole list is scrolled.
      for (const at of [CONTENTS - 5, 0]) {
        await page.goto(`${address}&content=${list[at]!.id}`);
        const next = titlesOf(list.slice(at + 1));
        expect(await readToEnd(queue, next)).toEqual(next);
        await expect(ended).toBeVisible();
      }
      await page.goto(`${address}&content=${list.at(-1)!.id}`);
      await expect(ended).toBeVisible();
      await expect(queue.getByRole('listitem')).toHaveCount(0);
    }
  },
);

test('WAT-010 the creator of a content can read all its comments', ONLINE, async ({ page, crowd }) => {
  const { person, own, comments } = crowd;
  await page.goto('/sign-in');
  await signInByForm(page, person);
  await page.goto(`/watch-channel?content=${own.id}&channelId=${own.channelId}`);
  await page.getByRole('button', { name: 'Rating & Comments' }).click();
  await expectWhole(page, 'Rating & Comments', comments);
});
