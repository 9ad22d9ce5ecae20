import { createRoot, type Root } from 'react-dom/client';
import type { ReactNode } from 'react';
import type { Call } from '#contract/call.ts';
import { newId, type Scope } from '#contract/ids.ts';
import type { OutboxEntry } from '#store/database.ts';
import { deviceDatabase } from '#store/device.ts';
import { storeSession } from '#store/session.ts';
import { loadAccount, type Account } from './account.ts';

/** Fixtures: a signed-in person in a real browser with a real database; only the network is faked. */

const USER_ID = newId();
export const SCOPE: Scope = `user:${USER_ID}`;

/** The account of this test file, signed in once, with all its tables and the device's cached answers empty. */
export const freshAccount = async (): Promise<Account> => {
  await storeSession(USER_ID, 'a-token');
  const account = (await loadAccount())!;
  await Promise.all(account.db.tables.filter(({ name }) => name !== 'session').map((table) => table.clear()));
  await deviceDatabase.settings.where('key').startsWith('answer:').delete();
  return account;
};

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

/** The fake network: answers by path, or is offline. */
export interface Network {
  /** Path and query of each request, below `/api`. */
  requests: string[];
  /** Sets the answer of a path: `respond` returns the body, or throws a `Refusal`, the server's problem. */
  answer(path: string, respond: (query: URLSearchParams) => unknown): void;
  /** From now on requests fail, and the browser reports that it is offline. */
  goOffline(): void;
  goOnline(): void;
  restore(): void;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export const standInNetwork = (): Network => {
  const real = globalThis.fetch;
  const responders = new Map<string, (query: URLSearchParams) => unknown>();
  const requests: string[] = [];
  let isOffline = false;
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
      return json(200, await respond(url.searchParams));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message } = error;
      return json(status, { errors: [{ code, message }] });
    }
  };
  return {
    requests,
    answer: (path, respond) => void responders.set(path, respond),
    goOffline: () => {
      isOffline = true;
      dispatchEvent(new Event('offline'));
    },
    goOnline: () => {
      isOffline = false;
      dispatchEvent(new Event('online'));
    },
    restore: () => {
      isOffline = false;
      dispatchEvent(new Event('online'));
      globalThis.fetch = real;
    },
  };
};

let root: Root | undefined;

/** Renders into the document and replaces the previous element. */
export const show = (element: ReactNode): void => {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  root.render(element);
};

export const clearPage = (): void => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
};
