import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { begin, passOn, reset, respond, type Exchange, type Server } from './proxy-exchange.ts';
import type { ActiveRule, PlainMode } from './proxy-modes.ts';
import { createLine, cutAt, flipByte, readWhole, sliceInto, type Step } from './proxy-streams.ts';
import type { Seeded } from '../world/seeded.ts';

const REORDER_BOUND_MS = 2_000;
const LATE_MS = 1_000;
const PORTAL_PATH = '/hotspot-login';
const PORTAL_PAGE = '<!doctype html><title>Welcome to the hotspot</title><h1>Please accept the terms</h1>';
const OUR_CODES: Record<number, string> = { 401: 'session.over', 429: 'request.too_often', 503: 'server.busy' };

interface Way {
  up?: Step[];
  down?: Step[];
}

const lengthOf = ({ headers }: IncomingMessage): number | undefined => Number(headers['content-length']) || undefined;

/** Carries out a mode: forwards the exchange, damages it, or answers in place of the server. */
export class ModePlayer {
  readonly #server: Server;
  readonly #random: Seeded;
  #faults = new AbortController();
  /** Requests held by reorder rules, and throttled streams by mode; `heal` ends both. */
  #held = new Map<ActiveRule, () => void>();
  #lines = new Map<PlainMode, Way>();

  constructor(server: Server, random: Seeded) {
    this.#server = server;
    this.#random = random;
  }

  /** Ends all faults: held and delayed requests continue, stalled ones are reset. */
  heal(): void {
    this.#held = new Map();
    this.#lines = new Map();
    this.#faults.abort();
    this.#faults = new AbortController();
  }

  async #forward(exchange: Exchange, { up = [], down = [] }: Way = {}): Promise<void> {
    await passOn(exchange, await begin(this.#server, exchange, exchange.request, up), down);
  }

  /** The stream limiter of a mode, one for all its requests. */
  #lineOf(mode: Extract<PlainMode, { kind: 'throttle' }>): Way {
    const known = this.#lines.get(mode);
    if (known) return known;
    const line = (kBPerSecond: number | undefined) =>
      kBPerSecond ? [createLine(kBPerSecond * 1000, this.#faults.signal)] : [];
    const way = { up: line(mode.upKBPerSecond), down: line(mode.downKBPerSecond) };
    this.#lines.set(mode, way);
    return way;
  }

  async #deliverTwice(exchange: Exchange, mode: Extract<PlainMode, { kind: 'dup' }>): Promise<void> {
    const body = await readWhole(exchange.request);
    const deliver = () => begin(this.#server, exchange, Readable.from([body]));
    if (mode.how === 'serial') {
      await readWhole((await deliver()).body);
      return passOn(exchange, await deliver());
    }
    if (mode.how === 'concurrent') {
      const both = [deliver(), deliver()];
      const first = await Promise.race(both);
      for (const each of both)
        void each
          .then(async (other) => {
            if (other !== first) await readWhole(other.body);
          })
          .catch(() => {});
      return passOn(exchange, first);
    }
    await passOn(exchange, await deliver());
    await wait(mode.afterMs ?? LATE_MS, undefined, { signal: this.#faults.signal }).catch(() => {});
    await readWhole((await deliver()).body);
  }

  async #hold(exchange: Exchange, rule: ActiveRule, boundMs = REORDER_BOUND_MS): Promise<void> {
    const release = this.#held.get(rule);
    if (release) {
      this.#held.delete(rule);
      return this.#forward(exchange).finally(release);
    }
    const isNextAnswered = Promise.withResolvers<void>();
    this.#held.set(rule, isNextAnswered.resolve);
    const isLate = wait(boundMs, undefined, { signal: this.#faults.signal }).catch(() => {});
    await Promise.race([isNextAnswered.promise, isLate]);
    if (this.#held.get(rule) === isNextAnswered.resolve) this.#held.delete(rule);
    return this.#forward(exchange);
  }

  async #answerStatus(exchange: Exchange, mode: Extract<PlainMode, { kind: 'status' }>): Promise<void> {
    if (mode.isAfter) await readWhole((await begin(this.#server, exchange, exchange.request)).body);
    const headers = mode.retryAfterS === undefined ? {} : { 'Retry-After': String(mode.retryAfterS) };
    if (mode.isHtml) return respond(exchange, mode.status, 'text/html', `<h1>${mode.status}</h1>`, headers);
    respond(
      exchange,
      mode.status,
      'application/json',
      JSON.stringify({ errors: [{ code: OUR_CODES[mode.status] ?? 'server.failed', message: 'Injected fault' }] }),
      headers,
    );
  }

  #answerPortal(exchange: Exchange, as: 'page' | 'redirect'): void {
    const isLogin = exchange.path === PORTAL_PATH;
    if (as === 'page' || isLogin) return respond(exchange, 200, 'text/html; charset=utf-8', PORTAL_PAGE);
    respond(exchange, 302, 'text/html', '', { Location: PORTAL_PATH });
  }

  async #stall(exchange: Exchange): Promise<void> {
    exchange.request.resume();
    await once(this.#faults.signal, 'abort');
    reset(exchange);
  }

  async play(exchange: Exchange): Promise<void> {
    const { mode, request, rule } = exchange;
    switch (mode.kind) {
      case 'pass':
        return this.#forward(exchange);
      case 'dropBefore':
        return reset(exchange);
      case 'dropAfter': {
        await readWhole((await begin(this.#server, exchange, request)).body);
        return reset(exchange);
      }
      case 'dup':
        return this.#deliverTwice(exchange, mode);
      case 'reorder':
        return this.#hold(exchange, rule!, mode.boundMs);
      case 'truncReq':
        return this.#forward(exchange, { up: [cutAt(mode.at)] });
      case 'truncRes':
        return this.#forward(exchange, { down: [cutAt(mode.at)] });
      case 'flip': {
        if (mode.of === 'request')
          return this.#forward(exchange, { up: [flipByte(this.#random, lengthOf(request), mode.at)] });
        const answer = await begin(this.#server, exchange, request);
        return passOn(exchange, answer, [flipByte(this.#random, lengthOf(answer.head), mode.at)]);
      }
      case 'delay': {
        await wait(mode.ms, undefined, { signal: this.#faults.signal }).catch(() => {});
        return this.#forward(exchange);
      }
      case 'throttle':
        return this.#forward(exchange, this.#lineOf(mode));
      case 'stall':
        return this.#stall(exchange);
      case 'slice':
        return this.#forward(exchange, { up: [sliceInto(mode.bytes)], down: [sliceInto(mode.bytes)] });
      case 'status':
        return this.#answerStatus(exchange, mode);
      case 'portal':
        return this.#answerPortal(exchange, mode.as);
    }
  }
}
