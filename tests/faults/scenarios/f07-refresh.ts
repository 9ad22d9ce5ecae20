import { setTimeout as wait } from 'node:timers/promises';
import { readMe } from '#contract/users.ts';
import { handlers } from '#server/handlers.ts';
import { openSession, REFRESH_COOKIE } from '#server/domains/auth/sessions.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { openContexts, type StoreContext } from '../world/contexts/open-contexts.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import { seeded, type Seeded } from '../world/seeded.ts';

const SHORT_SIZE = 60;
/** Greatest distance at which tabs and the worker notice the expiry, ms. */
const APART_MS = 20;
const TOKEN_LIFE_PASSED_MS = 16 * 60_000;
const TRIES_MAX = 60;

type Fate = 'through' | 'not sent' | 'answer lost' | 'answer breaks off' | 'busy';
const REFRESH_FATES = [
  [10, 'through'],
  [2, 'not sent'],
  [4, 'answer lost'],
  [2, 'answer breaks off'],
  [1, 'busy'],
] as const;
const OTHER_FATES = [
  [10, 'through'],
  [1, 'not sent'],
  [1, 'answer lost'],
] as const;

/** One browser's network: its cookie, and a seeded fate for each request. */
const openNetwork = (server: TestServer, random: Seeded) => {
  const real = globalThis.fetch;
  const network = {
    cookie: '',
    isOffline: false,
    refreshes: 0,
    lost: 0,
    restore: () => {
      globalThis.fetch = real;
    },
  };
  globalThis.fetch = async (url, init = {}) => {
    const isRefresh = String(url).endsWith('/auth/token/refresh');
    const fate = random.pickWeighted<Fate>(isRefresh ? REFRESH_FATES : OTHER_FATES);
    if (network.isOffline || fate === 'not sent') throw new TypeError('no network');
    await wait(random.integer(0, 15));
    if (isRefresh) network.refreshes += 1;
    const answer = await real(new URL(String(url), server.url), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(network.cookie ? { Cookie: network.cookie } : {}) },
    });
    await wait(random.integer(0, 15));
    if (fate !== 'through') network.lost += 1;
    if (fate === 'answer lost') throw new TypeError('connection reset');
    // The browser stores the cookie as soon as the headers arrive, also if the body is lost.
    const given = answer.headers.getSetCookie().find((each) => each.startsWith(`${REFRESH_COOKIE}=`));
    if (given !== undefined)
      network.cookie = /=;/.test(given.slice(0, REFRESH_COOKIE.length + 2)) ? '' : given.split(';', 1)[0]!;
    if (fate === 'answer breaks off')
      return new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('connection reset')) }), {
        status: answer.status,
        headers: answer.headers,
      });
    if (fate === 'busy')
      return new Response(JSON.stringify({ errors: [{ code: 'server.busy', message: 'busy' }] }), {
        status: 503,
        headers: { 'Content-Type': 'application/json' },
      });
    return answer;
  };
  return network;
};

type Ending = 'went on' | 'signed out' | 'stuck';

/** A context that needs an answer of the server, and retries until it has it or the session is reported as over. */
const callUntilAnswered = async (
  context: StoreContext,
  userId: string,
  afterMs: number,
  random: Seeded,
): Promise<Ending> => {
  await wait(afterMs);
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    try {
      await context.callAs(userId, readMe, {});
      return 'went on';
    } catch (error) {
      const { status, name } = error as { status?: number; name: string };
      if (name !== 'CallError') throw error;
      if (status === 401) return 'signed out';
      await wait(random.integer(1, 10));
    }
  }
  return 'stuck';
};

/**
 * F7: `size` times (60) a session's access token expires, mostly offline, and two tabs and the worker notice it within
 * 20 ms; refresh answers are lost before or after the browser stored their cookie. The store's own modules run against
 * the real server; only the browser's network is simulated.
 */
export const runF7 = async ({ seed, size = SHORT_SIZE }: { seed: number; size?: number }): Promise<ScenarioReport> => {
  console.log(`seed ${seed}`);
  const random = seeded(seed);
  const contexts = await openContexts(3);
  const server = await startTestServer({ handlers, routes: [], isPartial: true });
  const network = openNetwork(server, random.fork('network'));
  const { db } = server.services.database;
  const [signedOut, stuck]: [string[], string[]] = [[], []];
  const startedAtMs = Date.now();
  const signIn = async (): Promise<string> => {
    const { userId } = await server.addPerson();
    const { access, refresh } = await openSession(server.services, db, userId, { userAgent: 'F7' });
    network.cookie = `${REFRESH_COOKIE}=${refresh}`;
    await contexts[0]!.storeSession(userId, access);
    return userId;
  };
  try {
    let userId = await signIn();
    for (let round = 1; round <= size; round += 1) {
      server.setNow(new Date(startedAtMs + round * TOKEN_LIFE_PASSED_MS));
      network.isOffline = random.chance(0.7);
      const endings = Promise.all(
        contexts.map((context, index) =>
          callUntilAnswered(context, userId, index * APART_MS + random.integer(0, 3), random),
        ),
      );
      if (network.isOffline) await wait(random.integer(0, 50));
      network.isOffline = false;
      const ended = await endings;
      if (ended.includes('stuck')) stuck.push(`round ${round}: ${ended.join(', ')}`);
      if (!ended.includes('signed out')) continue;
      signedOut.push(`round ${round}: ${ended.join(', ')}`);
      userId = await signIn();
    }
  } finally {
    network.restore();
    await server.close();
  }
  return judge(
    'F7',
    seed,
    { seconds: 0, stuck },
    { lost: signedOut, doubled: [], reordered: [] },
    [],
    `${size} sessions ran out in 3 contexts, ${network.refreshes} refreshes, ${network.lost} answers lost, ${signedOut.length} wrongful sign-outs`,
  );
};
