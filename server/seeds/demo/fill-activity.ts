import type { Db } from '#server/db/database.ts';
import { notificationKinds, notificationLinks, type NotificationKind } from '#contract/text/notifications.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { channelId, contentId, publicationId } from './fill-channels.ts';
import { daysBefore, personId, scopeOf } from './fill-people.ts';
import { demoId, demoNumber } from './ids.ts';
import { DEMO_COMMENTS, DEMO_ITEMS, type DemoItem } from './items.ts';
import { DEMO_FOLLOWS, DEMO_ORGANIZATION, DEMO_PEOPLE, DEMO_SUBSCRIPTIONS } from './people.ts';

const channelOf = (item: DemoItem) => DEMO_CHANNELS.find(({ key }) => key === item.channel)!;
const published = DEMO_ITEMS.filter((item) => item.channel !== undefined);
const members = DEMO_PEOPLE.filter(({ role }) => role === 'learner').map(({ username }) => username);
const nameOf = (username: string): string => {
  const { firstName, lastName } = DEMO_PEOPLE.find((person) => person.username === username)!;
  return `${firstName} ${lastName}`;
};

export const fillFollows = async (db: Db, now: Date): Promise<void> => {
  for (const [channel, people] of Object.entries(DEMO_FOLLOWS)) {
    for (const [index, username] of people.entries()) {
      await db
        .insertInto('follows')
        .values({
          user_id: personId(username),
          channel_id: channelId(channel),
          scope: scopeOf(username),
          followed_at: daysBefore(now, 3 + index * 5),
        })
        .execute();
    }
  }
};

const maySee = (username: string, item: DemoItem): boolean =>
  item.pricing === 'free' ||
  DEMO_SUBSCRIPTIONS.some(({ person, sport }) => person === username && sport === channelOf(item).sport);

/** Inserts views, ratings and comments of Members who may watch. The sums match the rows, plus older views without rows. */
export const fillWatching = async (db: Db, now: Date): Promise<void> => {
  for (const item of published) {
    const id = publicationId(item.key);
    const viewers = members.filter(
      (username) => maySee(username, item) && demoNumber(`views ${username} ${item.key}`, 4) > 0,
    );
    const raters = viewers.filter((username) => demoNumber(`rates ${username} ${item.key}`, 3) > 0);
    const sums = { relevance: 0, helpful: 0, engaging: 0 };
    const watchedAt = daysBefore(now, Math.max(0.2, item.daysAgo - 0.5));
    for (const username of viewers) {
      await db
        .insertInto('views')
        .values({
          publication_id: id,
          user_id: personId(username),
          watched_at: watchedAt,
          watched_ms: (item.seconds ?? 30) * 1000,
        })
        .execute();
    }
    for (const username of raters) {
      const star = (what: string) => 3 + demoNumber(`${what} ${username} ${item.key}`, 3);
      const stars = { relevance: star('relevance'), helpful: star('helpful'), engaging: star('engaging') };
      for (const name of ['relevance', 'helpful', 'engaging'] as const) sums[name] += stars[name];
      await db
        .insertInto('ratings')
        .values({
          publication_id: id,
          user_id: personId(username),
          scope: scopeOf(username),
          ...stars,
          comment: commentOf(username, item),
          updated_at: watchedAt,
        })
        .execute();
    }
    const views = viewers.length + 30 + item.daysAgo * (8 + demoNumber(`count ${item.key}`, 25));
    await db
      .insertInto('publication_stats')
      .values({ publication_id: id, views, ratings: raters.length, ...sums })
      .execute();
  }
};

const commentOf = (username: string, item: DemoItem): string | null => {
  const pick = demoNumber(`comment ${username} ${item.key}`, DEMO_COMMENTS.length * 2);
  return DEMO_COMMENTS[pick] ?? null;
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
}

/** Inserts new and old notifications of mia, ana and nora. */
export const fillNotifications = async (db: Db, now: Date): Promise<void> => {
  for (const notification of [...toMembers(), ...toCreators(), ...DEMO_ITEMS.map(toReadyNotification)]) {
    const { to, recipientType, kind, values, link, daysAgo, isRead } = notification;
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
    to: 'ana',
    recipientType: 'educator',
    kind: 'new_member',
    values: { name: nameOf(username), channelName: 'First Touch Academy' },
    link: notificationLinks.channel({ channelId: channelId('first-touch') }),
    daysAgo: 2 + index * 4,
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
      link: watchLinkOf(item),
      daysAgo: 1 + index * 3,
      isRead: index > 1,
    })),
  { to: 'ana', recipientType: 'educator', kind: 'welcome', values: {}, link: '/channels', daysAgo: 60, isRead: true },
  {
    to: 'nora',
    recipientType: 'educator',
    kind: 'new_member',
    values: { name: nameOf('sam'), channelName: 'North Shore Juniors' },
    link: notificationLinks.channel({ channelId: channelId('north-shore-juniors') }),
    daysAgo: 5,
    isRead: false,
  },
];

/** Marks them as read long ago: otherwise each file prepared now would add one to its owner's list. */
const toReadyNotification = (item: DemoItem): DemoNotification => ({
  to: item.owner === 'org' ? DEMO_ORGANIZATION.owner : item.owner,
  recipientType: 'educator',
  kind: 'content_ready',
  cause: `content_ready:${contentId(item.key)}`,
  values: { title: item.filename.replace(/\.\w+$/, '') },
  link: notificationLinks.library,
  daysAgo: item.daysAgo + 1,
  isRead: true,
});

/** Inserts half a year of revenue, one day of entries per week, and a withdrawal per quarter. */
export const fillRevenue = async (db: Db, now: Date): Promise<void> => {
  const rows = DEMO_CHANNELS.flatMap(({ key, owner }) =>
    Array.from({ length: 26 }, (_, week) =>
      [
        { type: 'content_base', amount_cents: 400 + demoNumber(`base ${key} ${week}`, 900) },
        { type: 'views_base', amount_cents: 900 + (26 - week) * 45 + demoNumber(`views ${key} ${week}`, 1500) },
        ...(week % 4 === 0
          ? [{ type: 'standard_marketing_fee', amount_cents: 300 + demoNumber(`fee ${key} ${week}`, 600) }]
          : []),
      ].map((entry) => ({
        id: demoId(`revenue ${key} ${week} ${entry.type}`),
        scope: scopeOf(owner),
        channel_id: channelId(key),
        ...entry,
        day: daysBefore(now, week * 7 + 1)
          .toISOString()
          .slice(0, 10),
      })),
    ).flat(),
  );
  const owners = [...new Set(DEMO_CHANNELS.map(({ owner }) => owner))];
  const withdrawals = owners.flatMap((owner) =>
    [30, 120].map((days) => ({
      id: demoId(`withdrawal ${owner} ${days}`),
      scope: scopeOf(owner),
      channel_id: null,
      type: 'withdrawal',
      amount_cents: -(9000 + demoNumber(`out ${owner} ${days}`, 6000)),
      day: daysBefore(now, days).toISOString().slice(0, 10),
    })),
  );
  for (let at = 0; at < rows.length; at += 200)
    await db
      .insertInto('revenue_entries')
      .values(rows.slice(at, at + 200))
      .execute();
  await db.insertInto('revenue_entries').values(withdrawals).execute();
};
