import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { backoffMs } from '#store/outbox/backoff.ts';
import type { Member } from './members.ts';
import type { Seeded } from './seeded.ts';

/** A change as the outbox stores it: its key is made once, before the first try. */
export interface Change {
  key: string;
  method: 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Path below /api. */
  path: string;
  body?: object;
}

export const change = (method: Change['method'], path: string, body?: object): Change => ({
  key: newId(),
  method,
  path,
  ...(body ? { body } : {}),
});

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One try and its status; null if the connection broke. */
export interface Try {
  status: number | null;
  ms: number;
  hasRetryAfter: boolean;
}

export interface QueueClientOptions {
  /** Whose token is sent; nobody's before there is an account. */
  member: (Pick<Member, 'token'> & Partial<Member>) | undefined;
  /** Sent with each request, e.g. what a proxy in front adds. */
  headers?: Record<string, string>;
  /** Ports of the servers; each try draws one, like a balancer. */
  ports: readonly number[];
  random: Seeded;
  onTry?: (one: Try) => void;
  timeoutMs?: number;
  /** Share of answers to lose: the server has executed the request, and the client sends it again. */
  lost?: number;
}

/** Statuses after which the client retries; all others are final. */
const isRetried = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** Sends like the app's outbox: one change at a time over a kept connection, with the same key until a final answer. */
export class QueueClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #options: QueueClientOptions;

  constructor(options: QueueClientOptions) {
    this.#options = options;
  }

  /** From now on requests carry this token. */
  signIn(token: string): void {
    this.#options.member = { token };
  }

  /** @returns The final answer. Retries until `giveUpAtMs` (`performance.now()`). */
  async deliver(wanted: Change, giveUpAtMs: number): Promise<Answer> {
    const { random } = this.#options;
    for (let attempts = 1; ; attempts += 1) {
      const answer = await this.#try(wanted);
      const isOurs = answer?.headers['idempotency-key'] === wanted.key;
      if (answer && isOurs && !isRetried(answer.status)) return answer;
      const retryAfterMs = answer?.headers['retry-after'] ? Number(answer.headers['retry-after']) * 1000 : null;
      const pauseMs = backoffMs(Math.min(attempts, 4), retryAfterMs, random.next());
      if (performance.now() + pauseMs > giveUpAtMs)
        throw new Error(
          `${wanted.method} ${wanted.path}: no final answer after ${attempts} tries (last: ${answer?.status ?? 'no answer'} ${answer?.body.toString().slice(0, 200) ?? ''})`,
        );
      await wait(pauseMs);
    }
  }

  /** One request without retries. */
  async once(
    method: string,
    path: string,
    { body, headers = {} }: { body?: Buffer; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { member, ports, random, timeoutMs = 60_000, lost = 0, headers: always = {} } = this.#options;
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port: random.pick(ports),
          method,
          path: `/api${path}`,
          agent: this.#agent,
          timeout: timeoutMs,
          headers: {
            ...always,
            ...(member ? { Authorization: `Bearer ${member.token}` } : {}),
            ...(body ? { 'Content-Length': String(body.length) } : {}),
            ...headers,
          },
        },
        (answer) => {
          if (lost > 0 && random.chance(lost)) return void sent.destroy(new Error('lost'));
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
          );
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('timeout')));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async #try({ key, method, path, body }: Change): Promise<Answer | undefined> {
    const startedAtMs = performance.now();
    const note = (answer?: Answer) =>
      this.#options.onTry?.({
        status: answer?.status ?? null,
        ms: performance.now() - startedAtMs,
        hasRetryAfter: answer?.headers['retry-after'] !== undefined,
      });
    try {
      const answer = await this.once(method, path, {
        ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
        headers: { 'Idempotency-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      });
      note(answer);
      return answer;
    } catch {
      note();
      return undefined;
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Nearest-rank percentile; `part` is from 0 to 1. */
export const percentile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};
