import type pg from 'pg';
import { newId } from '#contract/ids.ts';
import type { Member } from './members.ts';
import { change, QueueClient, type Try } from './queue-client.ts';
import type { Servers } from './servers.ts';

/** A person who keeps creating and renaming folders: the final titles show changes that were lost or applied late. */
export interface FolderLoad {
  /** Stops after the change in progress. */
  stop(): Promise<void>;
  /** Number of acknowledged changes. */
  done(): number;
  tries: readonly Try[];
  /** Differences between the database and the acknowledged changes. */
  compare(sql: pg.Pool): Promise<string[]>;
}

const GIVE_UP_MS = 90_000;

/** Starts people who change folders continuously, each one change at a time, on servers drawn at random. */
export const startFolderLoad = (servers: Servers, members: readonly Member[]): FolderLoad => {
  const ports = servers.servers.map(({ port }) => port);
  const tries: Try[] = [];
  const failures: string[] = [];
  const titles = new Map<string, Map<string, string>>();
  const keys: string[] = [];
  let isStopping = false;
  let done = 0;

  const live = async (member: Member, index: number): Promise<void> => {
    const client = new QueueClient({
      member,
      ports,
      random: servers.random.fork(`load ${index}`),
      onTry: (one) => tries.push(one),
      timeoutMs: 20_000,
    });
    const mine = new Map<string, string>();
    titles.set(member.scope, mine);
    try {
      for (let step = 0; !isStopping; step += 1) {
        const isNew = step % 4 === 0;
        const id = isNew ? newId() : [...mine.keys()].at(-1)!;
        const title = `Drill ${step}`;
        const wanted = isNew
          ? change('POST', '/library/folders', { id, title })
          : change('PUT', `/library/folders/${id}`, { title });
        const answer = await client.deliver(wanted, performance.now() + GIVE_UP_MS);
        if (answer.status >= 300)
          failures.push(`${wanted.method} ${wanted.path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
        mine.set(id, title);
        keys.push(wanted.key);
        done += 1;
      }
    } catch (error) {
      failures.push((error as Error).message);
    } finally {
      client.close();
    }
  };
  const living = members.map(live);
  return {
    tries,
    done: () => done,
    async stop() {
      isStopping = true;
      await Promise.all(living);
    },
    async compare(sql) {
      const { rows } = await sql.query<{ scope: string; id: string; title: string }>(
        'select scope, id::text, title from folders where scope = any($1)',
        [[...titles.keys()]],
      );
      const there = new Map<string, string>(rows.map(({ scope, id, title }) => [`${scope} ${id}`, title]));
      const wanted = new Map<string, string>(
        [...titles].flatMap(([scope, mine]) => [...mine].map(([id, title]) => [`${scope} ${id}`, title] as const)),
      );
      const wrong = [...new Set([...there.keys(), ...wanted.keys()])].filter(
        (name) => there.get(name) !== wanted.get(name),
      );
      const kept = await sql.query('select 1 from idempotency_keys where key = any($1::uuid[]) and status < 300', [
        keys,
      ]);
      return [
        ...failures,
        ...wrong.map((name) => `${name} is "${there.get(name)}" instead of "${wanted.get(name)}"`),
        ...(kept.rowCount === keys.length ? [] : [`${kept.rowCount} of ${keys.length} acknowledged changes are known`]),
      ];
    },
  };
};
