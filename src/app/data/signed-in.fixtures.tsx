import { createRoot, type Root } from 'react-dom/client';
import { afterEach, vi } from 'vitest';
import type { ReactNode } from 'react';
import type { Call } from '#contract/call.ts';
import type { Me } from '#contract/rows.ts';
import { newId, type Scope } from '#contract/ids.ts';
import type { OutboxEntry } from '#store/database.ts';
import { deviceDatabase } from '#store/device.ts';
import { storeSession } from '#store/session.ts';
import { loadAccount, type Account } from './account.ts';

/** Fixtures: a signed-in person in a real browser with a real database; only the network is faked. */

export const USER_ID = newId();
export const SCOPE: Scope = `user:${USER_ID}`;

/** The account of this test file, signed in once, with all its tables and the device's cached answers empty. */
export const freshAccount = async (): Promise<Account> => {
  await storeSession(USER_ID, 'a-token');
  const account = (await loadAccount())!;
  await Promise.all(account.db.tables.filter(({ name }) => name !== 'session').map((table) => table.clear()));
  await deviceDatabase.settings.where('key').startsWith('answer:').delete();
  return account;
};

/** The person of this test file: a Creator and Member whose registration is complete. */
export const person = (changes: Partial<Me> = {}): Me => ({
  id: USER_ID,
  scope: SCOPE,
  userId: USER_ID,
  profileId: USER_ID,
  firstName: 'Ana',
  lastName: 'Silva',
  username: 'ana',
  userPhoto: null,
  lastLoginedRole: 'educator',
  isLearner: true,
  isEducator: true,
  isOrganization: false,
  isEducatorRoleAvailable: true,
  isAdmin: false,
  isRegistrationComplete: true,
  learnerId: null,
  educatorId: null,
  organizations: [],
  firstTimeLogin: { learner: false, educator: false, organization: false },
  completeness: 100,
  notificationSettings: { isEnabled: true, frequencies: {} },
  storageUsed: 0,
  storageSize: 0,
  ...changes,
});

/** An access token of this account, as the server signs them. */
export const tokenOf = (userId: string): string => `header.${btoa(JSON.stringify({ sub: userId }))}.signature`;

/** Writes the sync state as after the first complete pull. */
export const notePull = ({ db }: Account, pulledAtMs = Date.now()) =>
  db.sync.put({ key: 'sync', cursor: 'c', versions: {}, whole: {}, pulledAtMs });

/** A change that the server refused. */
export const refusedEntry = (call: Call, input: Record<string, unknown>): OutboxEntry => ({
  id: newId(),
  order: 1,
  owner: USER_ID,
  scope: SCOPE,
  call: call.id,
  version: 1,
  input,
  keys: [],
  dependsOn: null,
  files: [],
  state: 'refused',
  attempts: 1,
  nextAttemptAtMs: 0,
  queuedAtMs: Date.now(),
  problem: { code: 'folder.nameTaken', message: 'A folder has this name already.' },
  coveredBy: null,
});

type Respond = (query: URLSearchParams, body: Record<string, unknown>, method: string) => unknown;

/** The fake network: answers by path, is offline, or does not answer. */
export interface Network {
  /** Path and query of each request, below `/api`. */
  requests: string[];
  /**
   * Sets the answer of a path: `respond` gets the query, the body and the method, and returns the body of the answer, a `Response` of
   * something between the device and the server, or throws a `Refusal`, the server's problem.
   */
  answer(path: string, respond: Respond): void;
  /** From now on requests fail, and the browser reports that it is offline. */
  goOffline(): void;
  /** From now on requests fail, although the browser reports a network. */
  goUnreachable(): void;
  goOnline(): void;
  restore(): void;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** The server names the key of a change in its answer. */
const json = (status: number, body: unknown, init: RequestInit | undefined): Response => {
  const key = new Headers(init?.headers).get('Idempotency-Key');
  const headers = { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) };
  return new Response(JSON.stringify(body), { status, headers });
};

/** Stands in for the browser's workers. */
class IdleWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}

/** As the browser's `Worker`, but idle ones in the place of those whose name is not listed. */
const idleExcept = (names: readonly string[], RealWorker: typeof Worker): typeof Worker =>
  function (url: string | URL, options?: WorkerOptions) {
    return names.includes(options?.name ?? '') ? new RealWorker(url, options) : new IdleWorker();
  } as never;

/**
 * Replaces the network of the page, and its workers by idle ones: their requests would pass by it.
 *
 * @param workers Names of workers that run, because the tests need what they do without a network; an empty one for those that have none.
 */
export const standInNetwork = ({ workers = [] }: { workers?: readonly string[] } = {}): Network => {
  const real = globalThis.fetch;
  const RealWorker = globalThis.Worker;
  globalThis.Worker = idleExcept(workers, RealWorker);
  const responders = new Map<string, Respond>();
  const requests: string[] = [];
  let isOffline = false;
  let hasNetwork = true;
  const realOnLine = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')!;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => hasNetwork });
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    if (!url.pathname.startsWith('/api/')) return real(input, init);
    if (isOffline) throw new TypeError('Failed to fetch');
    const path = url.pathname.slice('/api'.length);
    requests.push(path + url.search);
    init?.signal?.throwIfAborted();
    try {
      const respond = responders.get(path);
      if (!respond) throw new Refusal(404, 'notFound', 'Not found.');
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
      const answer = await respond(url.searchParams, body, init?.method ?? 'GET');
      // A browser ends an aborted request, whatever has arrived of its answer.
      init?.signal?.throwIfAborted();
      return answer instanceof Response ? answer : json(200, answer, init);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, field } = error;
      return json(status, { errors: [{ code, message, ...(field && { field }) }] }, init);
    }
  };
  return {
    requests,
    answer: (path, respond) => void responders.set(path, respond),
    goOffline: () => {
      isOffline = true;
      hasNetwork = false;
      dispatchEvent(new Event('offline'));
    },
    goUnreachable: () => {
      isOffline = true;
    },
    goOnline: () => {
      isOffline = false;
      hasNetwork = true;
      dispatchEvent(new Event('online'));
    },
    restore: () => {
      isOffline = false;
      Object.defineProperty(navigator, 'onLine', realOnLine);
      dispatchEvent(new Event('online'));
      globalThis.fetch = real;
      globalThis.Worker = RealWorker;
    },
  };
};

let root: Root | undefined;

/** Renders into the document and replaces the previous element. */
export const show = (element: ReactNode): void => {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(element);
};

/** Removes what a test has drawn. The region of the toasts stays, also before it is drawn: it is mounted once. */
export const clearPage = (): void => {
  root?.unmount();
  root = undefined;
  for (const child of document.querySelectorAll('body > :not([data-toasts])')) child.remove();
};

/** The next toast is on the screen this long after the one before it, at most, ms. */
const NEXT_TOAST_MS = 150;

/** Closes the toasts, of which only one is shown at a time: the next one would be seen seconds later. */
export const dismissToasts = async (): Promise<void> => {
  let toast = document.querySelector('.toast');
  while (toast) {
    const closing = toast;
    closing.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await vi.waitUntil(() => !closing.isConnected, { timeout: 20_000 });
    toast = await vi
      .waitUntil(() => document.querySelector('.toast'), { timeout: NEXT_TOAST_MS, interval: 20 })
      .catch(() => null);
  }
};
// Those of one test hold up those of the next.
afterEach(dismissToasts);
