import type { Seeded } from '../world/seeded.ts';

/** What the proxy does with one request. */
export type Mode =
  | { kind: 'pass' }
  /** Reset before the server receives anything. */
  | { kind: 'dropBefore' }
  /** The server executes the request; its answer is dropped. */
  | { kind: 'dropAfter' }
  /** Delivered twice: one after the other, both at once, or again `afterMs` after the answer (1 s). */
  | { kind: 'dup'; how: 'serial' | 'concurrent' | 'late'; afterMs?: number }
  /** Held until the rule's next request was answered, at most `boundMs` (2 s). */
  | { kind: 'reorder'; boundMs?: number }
  /** The connection breaks after `at` bytes of the body. */
  | { kind: 'truncReq'; at: number }
  | { kind: 'truncRes'; at: number }
  /** One bit of one byte of a body is flipped, at a random offset or at `at`. */
  | { kind: 'flip'; of: 'request' | 'response'; at?: number }
  | { kind: 'delay'; ms: number }
  /** Limited speed, shared by all requests of the rule. */
  | { kind: 'throttle'; upKBPerSecond?: number; downKBPerSecond?: number }
  /** Accepted and never answered. */
  | { kind: 'stall' }
  /** Bodies are split into pieces of `bytes` bytes. */
  | { kind: 'slice'; bytes: number }
  /**
   * The proxy answers with this status; `isAfter`: only after the server has executed the request. `isHtml`: HTML like
   * a balancer's instead of our JSON.
   */
  | { kind: 'status'; status: number; retryAfterS?: number; isAfter?: boolean; isHtml?: boolean }
  /** A captive portal: its own page for everything, or a redirect to it. */
  | { kind: 'portal'; as: 'page' | 'redirect' }
  /** One of these modes by weight, drawn for each request. */
  | { kind: 'schedule'; of: readonly (readonly [weight: number, mode: Mode])[] };

export type FaultKind = Mode['kind'];
/** A mode that needs no more drawing. */
export type PlainMode = Exclude<Mode, { kind: 'schedule' }>;

/** Which requests a mode applies to. The first matching rule decides. */
export interface Rule {
  mode: Mode;
  /** Methods; all if left out. */
  method?: string | readonly string[];
  /** Tested on the path without its query; all if left out. */
  path?: RegExp;
  /** Number of the first matching request it applies to, from 1. */
  from?: number;
  /** Number of requests from there; unlimited if left out. */
  times?: number;
}

/** Methods that change data. */
export const MUTATIONS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

export interface ActiveRule {
  rule: Rule;
  seen: number;
}

const matches = ({ method, path }: Rule, requestMethod: string, pathname: string): boolean => {
  const methods = typeof method === 'string' ? [method] : method;
  return (!methods || methods.includes(requestMethod)) && (!path || path.test(pathname));
};

const resolve = (mode: Mode, random: Seeded): PlainMode =>
  mode.kind === 'schedule' ? resolve(random.pickWeighted(mode.of), random) : mode;

/** The mode of one request; each rule counts the requests that match it. */
export const chooseMode = (
  rules: readonly ActiveRule[],
  method: string,
  pathname: string,
  random: Seeded,
): { mode: PlainMode; rule?: ActiveRule } => {
  for (const active of rules) {
    if (!matches(active.rule, method, pathname)) continue;
    active.seen += 1;
    const { from = 1, times = Infinity, mode } = active.rule;
    if (active.seen >= from && active.seen < from + times) return { mode: resolve(mode, random), rule: active };
  }
  return { mode: { kind: 'pass' } };
};
