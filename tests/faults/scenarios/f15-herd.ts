import { newId } from '#contract/ids.ts';
import type pg from 'pg';
import { addChannel, addNotifications, addPublications, type Member } from '../world/members.ts';
import { judge, type Findings, type ScenarioReport } from '../oracle/oracle.ts';
import { change, percentile, QueueClient, type Change, type Try } from '../world/queue-client.ts';
import type { Seeded } from '../world/seeded.ts';
import { onServers, type Servers } from '../world/servers.ts';
import type { ScenarioOptions } from '../world/world.ts';

const SHORT_CLIENTS = 100;
const SHORT_ENTRIES = 5;
const FULL_ENTRIES = 20;
const CHANNELS = 5;
const PUBLICATIONS = 10;
const DRAIN_WITHIN_MS = 60_000;
const SAMPLE_EVERY_MS = 200;
/** Longer ones at the same moment are more than a person can have watched, and do not count. */
const SHORTEST_VIEW_MS = 30_000;
/** Share of answers that are lost; the client sends the entry again with its key. */
const LOST_ANSWERS = 0.02;

/** A client's changes while it was offline, and the state that they must lead to. */
interface Queue {
  member: Member;
  changes: Change[];
  /** Folder → its last title. */
  folders: Map<string, string>;
  followed: Set<string>;
  rated: Map<string, number>;
  viewed: Set<string>;
  read: string | undefined;
}

interface Ground {
  channels: string[];
  publications: string[];
}

/** Creates and renames folders, reads a notification, follows channels, rates and views contents. */
const fillQueue = (
  member: Member,
  notification: string,
  entries: number,
  { channels, publications }: Ground,
  random: Seeded,
): Queue => {
  const queue: Queue = {
    member,
    changes: [],
    folders: new Map(),
    followed: new Set(),
    rated: new Map(),
    viewed: new Set(),
    read: undefined,
  };
  const add = (...wanted: Parameters<typeof change>): void => void queue.changes.push(change(...wanted));
  const choices: (readonly [number, () => void])[] = [
    [
      6,
      () => {
        const id = newId();
        queue.folders.set(id, `Folder ${queue.folders.size}`);
        add('POST', '/library/folders', { id, title: queue.folders.get(id)! });
      },
    ],
    [
      5,
      () => {
        const id = [...queue.folders.keys()].at(-1);
        if (!id) return;
        queue.folders.set(id, `Renamed ${queue.changes.length}`);
        add('PUT', `/library/folders/${id}`, { title: queue.folders.get(id)! });
      },
    ],
    [
      2,
      () => {
        queue.read = notification;
        add('POST', '/notifications/mark-read', { notificationId: notification });
      },
    ],
    [
      3,
      () => {
        const channel = random.pick(channels);
        queue.followed.add(channel);
        add('POST', `/channels/${channel}/follow`, {});
      },
    ],
    [
      3,
      () => {
        const [publication, stars] = [random.pick(publications), random.integer(1, 5)];
        queue.rated.set(publication, stars);
        add('PUT', `/ratings/${publication}`, {
          contentItemRatings: { Relevance: stars, Helpful: stars, Engaging: stars },
        });
      },
    ],
    [
      1,
      () => {
        const publication = random.pick(publications);
        if (queue.viewed.has(publication)) return;
        queue.viewed.add(publication);
        const watchedAt = new Date().toISOString();
        add('POST', `/views/${publication}/increment`, { watchedMs: SHORTEST_VIEW_MS, watchedAt });
      },
    ],
  ];
  while (queue.changes.length < entries) random.pickWeighted(choices)();
  return queue;
};

interface Drained {
  seconds: number;
  tries: Try[];
  failures: string[];
}

const drainAll = async (servers: Servers, queues: readonly Queue[]): Promise<Drained> => {
  const tries: Try[] = [];
  const failures: string[] = [];
  const ports = servers.servers.map(({ port }) => port);
  const startedAtMs = performance.now();
  await Promise.all(
    queues.map(async ({ member, changes }, index) => {
      const client = new QueueClient({
        member,
        ports,
        random: servers.random.fork(`client ${index}`),
        onTry: (one) => tries.push(one),
        lost: LOST_ANSWERS,
      });
      try {
        for (const each of changes) {
          const answer = await client.deliver(each, startedAtMs + 1.2 * DRAIN_WITHIN_MS);
          if (answer.status >= 300)
            failures.push(`${each.method} ${each.path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
        }
      } catch (error) {
        failures.push((error as Error).message);
      } finally {
        client.close();
      }
    }),
  );
  return { seconds: (performance.now() - startedAtMs) / 1000, tries, failures };
};

/** Highest number of database connections at once, without this one. */
const watchConnections = (sql: pg.Pool): (() => number) => {
  let most = 0;
  const timer = setInterval(() => {
    void sql
      .query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      .then(
        ({ rows }) => {
          most = Math.max(most, rows[0]!.count);
        },
        () => {},
      );
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
};

/** Compares every row with the clients' changes; counters must count each person once. */
const compare = async (sql: pg.Pool, queues: readonly Queue[], { publications }: Ground): Promise<Findings> => {
  const lost: string[] = [];
  const doubled: string[] = [];
  const read = async <T>(text: string): Promise<T[]> => (await sql.query(text)).rows as T[];
  const group = <T extends { scope: string }>(rows: readonly T[]): Map<string, T[]> =>
    Map.groupBy(rows, ({ scope }) => scope);
  const folders = group(
    await read<{ scope: string; id: string; title: string }>('select scope, id::text, title from folders'),
  );
  const follows = group(await read<{ scope: string; id: string }>('select scope, channel_id::text as id from follows'));
  const ratings = group(
    await read<{ scope: string; id: string; stars: number }>(
      'select scope, publication_id::text as id, relevance as stars from ratings',
    ),
  );
  const notices = new Set(
    (await read<{ id: string }>('select id::text from notifications where is_read')).map(({ id }) => id),
  );
  const keys = group(
    await read<{ scope: string; key: string; status: number }>(
      `select 'user:' || owner as scope, key::text, status from idempotency_keys`,
    ),
  );
  for (const {
    member: { scope },
    changes,
    folders: wanted,
    followed,
    rated,
    read: notice,
  } of queues) {
    const kept = new Map((keys.get(scope) ?? []).map(({ key, status }) => [key, status]));
    for (const { key, method, path } of changes)
      if (kept.get(key) === undefined || kept.get(key)! >= 300)
        lost.push(`${scope}: ${method} ${path} (${kept.get(key)})`);
    if (kept.size !== changes.length) doubled.push(`${scope}: ${kept.size} effects of ${changes.length}`);
    const there = new Map((folders.get(scope) ?? []).map(({ id, title }) => [id, title]));
    for (const [id, title] of wanted)
      if (there.get(id) !== title) lost.push(`${scope}: folder ${id} is "${there.get(id)}" instead of "${title}"`);
    if (there.size !== wanted.size) doubled.push(`${scope}: ${there.size} folders instead of ${wanted.size}`);
    if ((follows.get(scope) ?? []).length !== followed.size)
      lost.push(`${scope}: ${follows.get(scope)?.length ?? 0} channels followed instead of ${followed.size}`);
    for (const [id, stars] of rated)
      if (ratings.get(scope)?.find((each) => each.id === id)?.stars !== stars)
        lost.push(`${scope}: ${id} not rated ${stars}`);
    if (notice && !notices.has(notice)) lost.push(`${scope}: ${notice} is unread`);
  }
  const stats = new Map(
    (
      await read<{ id: string; views: number; ratings: number; relevance: number }>(
        'select publication_id::text as id, views::int, ratings, relevance::int from publication_stats',
      )
    ).map((row) => [row.id, row]),
  );
  for (const id of publications) {
    const views = queues.filter(({ viewed }) => viewed.has(id)).length;
    const stars = queues.flatMap(({ rated }) => rated.get(id) ?? []);
    const row = stats.get(id)!;
    if (row.views !== views)
      (row.views > views ? doubled : lost).push(`${id} has ${row.views} views instead of ${views}`);
    if (row.ratings !== stars.length || row.relevance !== stars.reduce((a, b) => a + b, 0))
      doubled.push(`${id} counts ${row.ratings} ratings of ${row.relevance} instead of ${stars.length}`);
  }
  return { lost, doubled, reordered: [] };
};

/**
 * F15: `size` clients (100) reconnect at the same moment with 5 entries each, with 20 from 1,000 clients on. Source:
 * docs/reliability.md.
 */
export const runF15 = ({ seed, size = SHORT_CLIENTS }: ScenarioOptions): Promise<ScenarioReport> =>
  onServers({ seed }, async (servers) => {
    const { sql, random } = servers;
    const entries = size >= 1000 ? FULL_ENTRIES : SHORT_ENTRIES;
    const [owner, ...members] = (await servers.addMembers(1 + size)) as [Member, ...Member[]];
    const channels = await Promise.all(Array.from({ length: CHANNELS }, () => addChannel(sql, owner)));
    const ground: Ground = {
      channels: channels.map(({ channelId }) => channelId),
      publications: await addPublications(sql, channels[0]!, PUBLICATIONS),
    };
    const notifications = await addNotifications(sql, members);
    const queues = members.map((member, index) =>
      fillQueue(member, notifications[index]!, entries, ground, random.fork(`queue ${index}`)),
    );

    const mostConnections = watchConnections(sql);
    const { seconds, tries, failures } = await drainAll(servers, queues);
    const connections = mostConnections();
    const times = tries.filter(({ status }) => status !== null && status < 300).map(({ ms }) => ms);
    const failed = tries.filter(({ status }) => status !== null && status >= 500).length;
    const note =
      `${size} clients × ${entries}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${((failed / tries.length) * 100).toFixed(2)} % 5xx, ` +
      `${tries.filter(({ status }) => status === null).length} resets, ${tries.filter(({ status }) => status === 429).length} × 429, at most ${connections} connections`;
    const stuck = seconds * 1000 > DRAIN_WITHIN_MS ? [`${seconds.toFixed(1)} s to drain`] : [];
    const findings = await compare(sql, queues, ground);
    findings.lost.push(...failures);
    return judge('F15', seed, { seconds, stuck }, findings, [], note);
  });
