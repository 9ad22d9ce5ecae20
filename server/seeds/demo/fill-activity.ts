import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { notificationKinds, notificationLinks, type NotificationKind } from '#contract/text/notifications.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { channelId, contentId, publicationId } from './fill-channels.ts';
import { ALL_FOLLOWS, ALL_SUBSCRIPTIONS } from './crowd.ts';
import { daysBefore, EVERYBODY, personId, scopeOf } from './fill-people.ts';
import { demoId, demoNumber } from './ids.ts';
import { DEMO_COMMENTS, DEMO_ITEMS, type DemoItem } from './items.ts';
import { DEMO_FOLLOWS, DEMO_ORGANIZATION } from './people.ts';
import { viewDaysOf, type ViewDay } from './view-days.ts';

const channelOf = (item: DemoItem) => DEMO_CHANNELS.find(({ key }) => key === item.channel)!;
const published = DEMO_ITEMS.filter((item) => item.channel !== undefined);
const members = EVERYBODY.filter(({ role }) => role === 'learner').map(({ username }) => username);
const nameOf = (username: string): string => {
  const { firstName, lastName } = EVERYBODY.find((person) => person.username === username)!;
  return `${firstName} ${lastName}`;
};
/** Rows of one statement. */
const BATCH = 200;
const inBatches = async <T>(rows: readonly T[], insert: (batch: readonly T[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH) await insert(rows.slice(at, at + BATCH));
};

export const fillFollows = async (db: Db, now: Date): Promise<void> => {
  const rows = Object.entries(ALL_FOLLOWS).flatMap(([channel, people]) =>
    people.map((username, index) => ({
      user_id: personId(username),
      channel_id: channelId(channel),
      scope: scopeOf(username),
      followed_at: daysBefore(now, 3 + index * 5),
    })),
  );
  await inBatches(rows, (batch) => db.insertInto('follows').values(batch).execute());
};

const maySee = (username: string, item: DemoItem): boolean =>
  item.pricing === 'free' ||
  ALL_SUBSCRIPTIONS.some(({ person, sport }) => person === username && sport === channelOf(item).sport);

/** Those who watched an item; more of those who follow its channel. */
const viewersOf = (item: DemoItem): string[] =>
  members.filter((username) => {
    const chance = ALL_FOLLOWS[item.channel!]?.includes(username) ? 3 : 1;
    return maySee(username, item) && demoNumber(`views ${username} ${item.key}`, 4) < chance;
  });

/** Some time between its publication and now. */
const viewsOf = (item: DemoItem, now: Date) =>
  viewersOf(item).map((username) => ({
    username,
    at: daysBefore(now, (item.daysAgo * demoNumber(`when ${username} ${item.key}`, 100)) / 100),
  }));

const ratingOf = (username: string, item: DemoItem, at: Date) => {
  // Most find it good; each item has a level of its own.
  const level = 3 + demoNumber(`level ${item.key}`, 2);
  const star = (what: string) => Math.min(5, level + demoNumber(`${what} ${username} ${item.key}`, 3));
  return {
    publication_id: publicationId(item.key),
    user_id: personId(username),
    scope: scopeOf(username),
    relevance: star('relevance'),
    helpful: star('helpful'),
    engaging: star('engaging'),
    comment: commentOf(username, item),
    updated_at: at,
  };
};

/** What an item was watched on each day: by the people of the demo, and by others without rows. */
export const daysOf = (item: DemoItem, now: Date): ViewDay[] => {
  const known = new Map<string, number>();
  for (const { at } of viewsOf(item, now)) {
    const day = at.toISOString().slice(0, 10);
    known.set(day, (known.get(day) ?? 0) + 1);
  }
  return viewDaysOf(item, known, now);
};

/** Inserts views, ratings and comments of Members who may watch. The sums match the rows, plus views without rows. */
export const fillWatching = async (db: Db, now: Date): Promise<void> => {
  const watched = published.map((item) => {
    const viewers = viewsOf(item, now);
    const ratings = viewers
      .filter(({ username }) => demoNumber(`rates ${username} ${item.key}`, 3) > 0)
      .map(({ username, at }) => ratingOf(username, item, at));
    return { item, viewers, ratings };
  });
  const views = watched.flatMap(({ item, viewers }) =>
    viewers.map(({ username, at }) => ({
      publication_id: publicationId(item.key),
      user_id: personId(username),
      watched_at: at,
      watched_ms: (item.seconds ?? 30) * 1000,
    })),
  );
  await inBatches(views, (batch) => db.insertInto('views').values(batch).execute());
  await inBatches(
    watched.flatMap(({ ratings }) => ratings),
    (batch) => db.insertInto('ratings').values(batch).execute(),
  );
  const stats = watched.map(({ item, ratings }) => {
    const sum = (of: 'relevance' | 'helpful' | 'engaging') => ratings.reduce((total, rating) => total + rating[of], 0);
    return {
      publication_id: publicationId(item.key),
      views: daysOf(item, now).reduce((total, { counted }) => total + counted, 0),
      ratings: ratings.length,
      relevance: sum('relevance'),
      helpful: sum('helpful'),
      engaging: sum('engaging'),
    };
  });
  await inBatches(stats, (batch) => db.insertInto('publication_stats').values(batch).execute());
};

/** Inserts what each day brought: views, those that do not count, watch time and how far members got. */
export const fillViewDays = async (db: Db, now: Date): Promise<void> => {
  const days = published.flatMap((item) =>
    daysOf(item, now).map((day) => ({ ...day, publication_id: publicationId(item.key) })),
  );
  const rows = sql`json_to_recordset(${JSON.stringify(days)}::json) as d (publication_id uuid, day date, counted int, paying int,
    own int, repeated int, too_short int, watched_ms bigint, reached json, reached_ms bigint)`;
  await sql`insert into view_days (publication_id, day, counted, paying, own, repeated, too_short, watched_ms)
    select publication_id, day, counted, paying, own, repeated, too_short, watched_ms from ${rows}`.execute(db);
  await sql`select dashboard_add(publication_id, day, 0, reached_ms) from ${rows} where reached_ms > 0`.execute(db);
  await sql`insert into reach_days (publication_id, day, reached)
    select publication_id, day, array(select json_array_elements_text(reached)::int) from ${rows}
    where json_array_length(reached) > 0`.execute(db);
};

/** One Member of the demo stopped in the middle of what they watched last. */
export const fillPlaces = async (db: Db, now: Date): Promise<void> => {
  const username = 'sam';
  const begun = published.filter((item) => (item.seconds ?? 0) > 0 && maySee(username, item)).slice(0, 3);
  await db
    .insertInto('watch_places')
    .values(
      begun.map((item, index) => ({
        scope: scopeOf(username),
        user_id: personId(username),
        publication_id: publicationId(item.key),
        position_ms: Math.round(item.seconds! * 400),
        watched_at: daysBefore(now, index + 1),
      })),
    )
    .execute();
};

const ownerOf = ({ owner }: DemoItem): string => (owner === 'org' ? DEMO_ORGANIZATION.owner : owner);

const commentOf = (username: string, item: DemoItem): string | null => {
  const pick = demoNumber(`comment ${username} ${item.key}`, DEMO_COMMENTS.length * 2);
  const friends = viewersOf(item).filter((other) => other !== username);
  return (
    DEMO_COMMENTS[pick]
      ?.replace('{owner}', ownerOf(item))
      .replace('{friend}', friends[demoNumber(`friend ${username} ${item.key}`, friends.length)] ?? ownerOf(item)) ??
    null
  );
};

interface DemoNotification {
  to: string;
  recipientType: 'learner' | 'educator';
  kind: string;
  values: Readonly<Record<string, string>>;
  link: string;
  daysAgo: number;
  isRead: boolean;
  cause?: string;
  /** The item or the person whose picture is shown. */
  of?: { item: string } | { person: string };
}

/** The picture that the item or the person has now. */
const pictureOf = (of: DemoNotification['of']) => {
  if (!of) return null;
  return 'item' in of
    ? sql<string | null>`(select thumbnail from contents where id = ${contentId(of.item)})`
    : sql<string | null>`(select user_photo from users where id = ${personId(of.person)})`;
};

/** Inserts new and old notifications of mia, ana and nora; their pictures are inserted before them. */
export const fillNotifications = async (db: Db, now: Date): Promise<void> => {
  for (const notification of [...toMembers(), ...toCreators(), ...DEMO_ITEMS.map(toReadyNotification)]) {
    const { to, recipientType, kind, values, link, daysAgo, isRead, of } = notification;
    const words: NotificationKind = notificationKinds[kind as keyof typeof notificationKinds];
    const cause = notification.cause ?? `demo:${kind}:${link}:${Object.values(values).join(':')}`;
    await db
      .insertInto('notifications')
      .values({
        id: demoId(`notification ${to} ${cause}`),
        scope: scopeOf(to),
        user_id: personId(to),
        recipient_type: recipientType,
        kind,
        cause,
        title: words.title(values),
        text: words.text(values),
        image: pictureOf(of),
        link,
        link_title: words.linkTitle,
        is_read: isRead,
        sent_at: daysBefore(now, daysAgo),
      })
      .execute();
  }
};

const watchLinkOf = (item: DemoItem): string =>
  notificationLinks.watch({ content: publicationId(item.key), channelId: channelId(item.channel!) });

const toMembers = (): DemoNotification[] =>
  published
    .filter((item) => DEMO_FOLLOWS[item.channel!]?.includes('mia') && item.daysAgo < 20)
    .map((item): DemoNotification => ({
      to: 'mia',
      recipientType: 'learner',
      kind: 'new_content',
      link: watchLinkOf(item),
      daysAgo: item.daysAgo,
      isRead: item.daysAgo > 4,
      of: { item: item.key },
      values: {
        sport:
          channelOf(item).sport === 'soccer' ? 'Soccer' : channelOf(item).sport === 'tennis' ? 'Tennis' : 'Swimming',
        educatorName: nameOf(item.owner),
        title: item.title,
      },
    }))
    .concat([
      { to: 'mia', recipientType: 'learner', kind: 'welcome', values: {}, link: '/home', daysAgo: 60, isRead: true },
    ]);

const toCreators = (): DemoNotification[] => [
  ...['mia', 'marko', 'kofi'].map((username, index): DemoNotification => ({
    of: { person: username },
    to: 'ana',
    recipientType: 'educator',
    kind: 'new_member',
    values: { name: nameOf(username), channelName: 'First Touch Academy' },
    link: notificationLinks.channel({ channelId: channelId('first-touch') }),
    daysAgo: 0.002 + index * 4,
    isRead: index > 0,
  })),
  ...published
    .filter((item) => item.owner === 'ana')
    .slice(0, 3)
    .map((item, index): DemoNotification => ({
      to: 'ana',
      recipientType: 'educator',
      kind: 'new_comment_educator',
      values: { title: item.title },
      of: { item: item.key },
      link: watchLinkOf(item),
      daysAgo: 0.06 + index * 3,
      isRead: index > 1,
    })),
  { to: 'ana', recipientType: 'educator', kind: 'welcome', values: {}, link: '/channels', daysAgo: 60, isRead: true },
  {
    to: 'nora',
    recipientType: 'educator',
    kind: 'new_member',
    values: { name: nameOf('sam'), channelName: 'North Shore Juniors' },
    of: { person: 'sam' },
    link: notificationLinks.channel({ channelId: channelId('north-shore-juniors') }),
    daysAgo: 5,
    isRead: false,
  },
];

/** Marks them as read long ago: otherwise each file prepared now would add one to its owner's list. */
const toReadyNotification = (item: DemoItem): DemoNotification => ({
  to: ownerOf(item),
  recipientType: 'educator',
  kind: 'content_ready',
  cause: `content_ready:${contentId(item.key)}`,
  values: { title: item.filename.replace(/\.\w+$/, '') },
  link: notificationLinks.library({ scope: scopeOf(item.owner) }),
  of: { item: item.key },
  daysAgo: item.daysAgo + 1,
  isRead: true,
});
