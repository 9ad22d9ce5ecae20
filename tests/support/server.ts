import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { newId } from '#contract/ids.ts';
import { createMedia, type Media } from '#server/adapters/media/index.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { createServices, openPayments } from '#server/create-services.ts';
import { createApp, type AppParts } from '#server/http/create-app.ts';
import type { Services } from '#server/services.ts';
import type { JobWorks } from '#server/jobs/jobs.ts';
import { testDatabase } from './postgres.ts';

export interface TestPerson {
  userId: string;
  scope: string;
  sessionId: string;
  token: string;
}
export interface TestAnswer<T = unknown> {
  status: number;
  body: T;
  headers: Headers;
}
export interface CallOptions {
  as?: TestPerson;
  scope?: string;
  key?: string;
  headers?: Record<string, string>;
}

export interface TestServer {
  url: string;
  services: Services;
  dataDir: string;
  /** Sets the server's clock. */
  setNow(now: Date): void;
  /** Inserts a person into the database, with a session and an access token. */
  addPerson(
    facts?: Partial<{
      username: string;
      isLearner: boolean;
      isEducator: boolean;
      isComplete: boolean;
      /** The day on which the person is 18; by default an adult. Null: the date of birth is not known. */
      adultOn: string | null;
      isSuperadmin: boolean;
      password: string;
    }>,
  ): Promise<TestPerson>;
  /** `call('POST /library/folders', {id, title}, {as: ana})`: JSON in, JSON out, with a fresh idempotency key. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  call<T = any>(line: string, body?: unknown, options?: CallOptions): Promise<TestAnswer<T>>;
  work(works: JobWorks): Promise<void>;
  close(): Promise<void>;
}

let shared: Promise<Media> | undefined;

/**
 * The process's one media for servers that say nothing of their own about it: finding ffmpeg and trying the jails takes
 * 0.2 s of processor time, and is tried by the tests of both and by each server that runs as a process.
 */
const mediaFor = async ({ media: { ffmpegPath, jail }, nodeEnv }: Config): Promise<Media | undefined> => {
  if (ffmpegPath !== undefined || jail !== undefined || nodeEnv === 'production') return undefined;
  shared ??= createMedia({ mayUseLimits: true, nice: 0 });
  return shared;
};

/** A server over a new database and data folder, with the given parts and settings; tests set its clock and add its people. */
export const startTestServer = async (parts: AppParts, env: NodeJS.ProcessEnv = {}): Promise<TestServer> => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sideline-test-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    PORT: '3000',
    ...env,
  });
  const log = createLog(config);
  const started = await createServices(config, database.poolConfig, log, { media: await mediaFor(config) });
  let now: Date | undefined;
  const services: Services = { ...started.services, now: () => now ?? new Date() };
  services.payments = await openPayments(services, services.now);
  const app = createApp(services, parts);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const addPerson: TestServer['addPerson'] = async (facts = {}) => {
    const userId = newId();
    const sessionId = newId();
    const username = facts.username ?? `p${userId.replaceAll('-', '').slice(-12)}`;
    const { db } = services.database;
    await db
      .insertInto('users')
      .values({
        id: userId,
        scope: `user:${userId}`,
        username,
        email: `${username}@example.org`,
        phone_number: `+1555${String(Math.random()).slice(2, 11)}`,
        password_hash: 'x',
        first_name: 'Ana',
        last_name: 'Test',
        communication_method: 'email',
        email_verified_at: new Date(),
        profile_id: newId(),
        is_learner: facts.isLearner ?? true,
        is_educator: facts.isEducator ?? false,
        is_superadmin: facts.isSuperadmin ?? false,
        is_registration_complete: facts.isComplete ?? true,
        last_role: facts.isEducator ? 'educator' : 'learner',
        adult_on: facts.adultOn === undefined ? '2008-01-01' : facts.adultOn,
      })
      .execute();
    await db
      .insertInto('storage_accounts')
      .values({ scope: `user:${userId}` })
      .execute();
    await db
      .insertInto('sessions')
      .values({ id: sessionId, user_id: userId, expires_at: new Date(Date.now() + 86_400_000) })
      .execute();
    return {
      userId,
      sessionId,
      scope: `user:${userId}`,
      token: await services.tokens.sign({ userId, sessionId }, services.now()),
    };
  };

  const call: TestServer['call'] = async (line, body, options = {}) => {
    const [method, where] = line.split(' ') as [string, string];
    const answer = await fetch(`${url}/api${where}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(options.as ? { Authorization: `Bearer ${options.as.token}` } : {}),
        ...(options.scope ? { 'X-Scope': options.scope } : {}),
        ...(method === 'GET' ? {} : { 'Idempotency-Key': options.key ?? newId() }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      headers: answer.headers,
    };
  };

  return {
    url,
    services,
    dataDir,
    addPerson,
    call,
    work: started.work,
    setNow: (wanted) => {
      now = wanted;
    },
    async close() {
      started.beginClose();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await started.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
