import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Page } from '@playwright/test';
import { newId } from '#contract/ids.ts';
import { addNotifications, addSport, test } from '#tests/support/own-rows.ts';
import { readyForOffline } from '#tests/support/people.ts';
import { expectWayBack, goToEnd, otherWay, tap, walk, type Step, type Way } from '#tests/support/places.ts';
import { addContents } from '../faults/world/library-work.ts';
import { addChannel, addMembers, addPublications, type Member } from '../faults/world/members.ts';
import { addPerson, type Person } from '../faults/world/people.ts';
import { signInByForm } from '../faults/world/screens.ts';

/** Three pages of a sport, two of a channel. */
const CONTENTS = 70;
/** Two pages of channels. */
const CHANNELS = 30;
/** Three pages. */
const NOTIFICATIONS = 50;
/** Far more than the Library draws at once. */
const LIBRARY = 400;
const IN_FOLDER = 90;

/** A Member of a sport with many contents and channels. */
const addMember = async (sql: pg.Pool): Promise<Person> => {
  const member = await addPerson(sql);
  await sql.query(`update users set last_role = 'learner' where id = $1`, [member.userId]);
  const sport = await addSport(sql);
  await sql.query(
    `insert into subscriptions (id, scope, user_id, sport_id, type) values ($1, $2, $3, $4, 'subscribed')`,
    [newId(), member.scope, member.userId, sport],
  );
  const owners = await addMembers(sql, randomBytes(24).toString('hex'), CHANNELS);
  for (const [index, owner] of owners.entries()) {
    const channel = await addChannel(sql, owner as Member, [], sport);
    if (index < 2) await addPublications(sql, channel, CONTENTS / 2);
  }
  await addNotifications(sql, member, 'learner', { unread: NOTIFICATIONS });
  return member;
};

/** A Creator with a long Library, a full folder and a channel. */
const addCreator = async (sql: pg.Pool): Promise<Person> => {
  const creator = await addPerson(sql);
  const ids = await addContents(sql, creator, LIBRARY);
  const folders = Array.from({ length: 24 }, () => newId());
  await sql.query(
    `insert into folders (id, scope, title) select id, $2, 'Folder ' || to_char(n, 'FM00') from unnest($1::uuid[]) with ordinality as f(id, n)`,
    [folders, creator.scope],
  );
  await sql.query('update contents set folder_id = $1 where id = any($2::uuid[])', [
    folders[9],
    ids.slice(0, IN_FOLDER),
  ]);
  const sport = await addSport(sql);
  for (let index = 0; index < 8; index += 1) {
    const channel = await addChannel(sql, { ...creator, token: '' }, [], sport);
    if (index === 0) await addPublications(sql, channel, 30);
  }
  await addNotifications(sql, creator, 'educator', { unread: NOTIFICATIONS });
  return creator;
};

test.setTimeout(480_000);

const CHANNEL = 'main a[href^="/channels/"]';
const SPORT = 'main .more-link';
const CONTENT = 'main a[href^="/watch-channel"]';
const tapTab = (name: string) => (page: Page) =>
  tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
const tapBell = (page: Page) => tap(page.getByRole('link', { name: /^Notifications/ }));

/** Twenty steps through the pages of a Member. */
const MEMBER_WALK: readonly Step[] = [
  { to: { links: SPORT, at: 0 } },
  { to: { links: CONTENT, at: 58 } },
  { to: { links: 'main .queue-list a', at: 4 }, replaces: true },
  { to: { links: CHANNEL, at: 0 } },
  { to: { links: CONTENT, at: 24 } },
  { to: { links: CHANNEL, at: 0 } },
  { to: { links: CONTENT, at: 8 }, open: tapTab('Community') },
  { to: { links: CHANNEL, at: 22 } },
  { open: tapTab('Home') },
  { downPx: 120, open: tapBell },
  { to: { links: 'main li', at: 34 }, open: tapTab('Home') },
  { to: { links: CONTENT, at: 0 } },
  { to: { links: CHANNEL, at: 0 } },
  { to: { links: CONTENT, at: 30 }, open: tapTab('Community') },
  { to: { links: CHANNEL, at: 12 } },
  { open: tapTab('Home') },
  { to: { links: SPORT, at: 0 } },
  { to: { links: CONTENT, at: 40 } },
  { to: { links: CHANNEL, at: 0 } },
  { to: { links: CONTENT, at: 14 } },
  { to: { links: CHANNEL, at: 0 } },
];

/** Steps through the pages of a Creator. */
const CREATOR_WALK: readonly Step[] = [
  { downPx: 700, open: tapTab('Library') },
  { downPx: 12_000, open: tapBell },
  { downPx: 2_000, open: tapTab('Library') },
  { downPx: 5_000, open: tapTab('Channels') },
  { to: { links: CHANNEL, at: 0 } },
  { downPx: 1_500, open: tapTab('Library') },
  { open: (page) => tap(page.getByRole('link', { name: 'Folders' })) },
  { to: { links: 'main a:text-is("Folder 10")', at: 0 } },
  { downPx: 3_000, open: tapTab('Channels') },
  { downPx: 300, open: tapBell },
  { downPx: 1_000, open: tapTab('Library') },
  { downPx: 8_000, open: tapTab('Channels') },
];

/**
 * Walks, and back to each place: by the browser's Back and by the arrow in turn. `first` is the way back to the last
 * place, so that a second walk which begins with the other one goes back to every place by the way that the first did not.
 * PLACES=all goes all the way back a second time at once, which takes twice as long.
 */
const expectPlaces = async (page: Page, steps: readonly Step[], first: Way): Promise<void> => {
  const left = await walk(page, steps);
  await expectWayBack(page, left, first);
  if (process.env['PLACES'] !== 'all') return;
  await goToEnd(page, left);
  await expectWayBack(page, left, otherWay(first));
};

for (const { who, add, start, steps } of [
  { who: 'a Member', add: addMember, start: '/home', steps: MEMBER_WALK },
  { who: 'a Creator with a Library of some hundred items', add: addCreator, start: '/channels', steps: CREATOR_WALK },
])
  test(`${who} finds each page where it was left, by Back and by the arrow in turn, online and offline`, async ({
    page,
    context,
    sql,
  }) => {
    await page.goto('/sign-in');
    await signInByForm(page, await add(sql));
    await page.goto(start);
    await expectPlaces(page, steps, 'browser');
    await readyForOffline(page);
    await context.setOffline(true);
    await page.goto(start);
    // Offline the queue of an item has only what was read of it.
    await expectPlaces(
      page,
      steps.filter(({ replaces }) => !replaces),
      'arrow',
    );
  });
