import type { Seeded } from './seeded.ts';

/** What happens to one request on its way. */
export type Mode =
  | { kind: 'pass' }
  /** Reset before anything reached the server. */
  | { kind: 'dropBefore' }
  /** The server does it all and answers; the answer never arrives. */
  | { kind: 'dropAfter' }
  /** Delivered twice: one after the other, both at once, or once more `afterMs` after the answer (1 s). */
  | { kind: 'dup'; how: 'serial' | 'concurrent' | 'late'; afterMs?: number }
  /** Held until the next request of the rule was answered, at most `boundMs` (2 s). */
  | { kind: 'reorder'; boundMs?: number }
  /** The connection breaks after so many bytes of the body. */
  | { kind: 'truncReq'; at: number }
  | { kind: 'truncRes'; at: number }
  /** One bit of one byte of a body changes; anywhere in it, or at a place. */
  | { kind: 'flip'; of: 'request' | 'response'; at?: number }
  | { kind: 'delay'; ms: number }
  /** One line for all requests of the rule. */
  | { kind: 'throttle'; upKBPerSecond?: number; downKBPerSecond?: number }
  /** Accepted and never answered. */
  | { kind: 'stall' }
  /** Bodies in pieces of so many bytes. */
  | { kind: 'slice'; bytes: number }
  /** Answered by the proxy; `isAfter`: only once the server has done it. `html`: as a balancer would, not as we do. */
  | { kind: 'status'; status: number; retryAfterS?: number; isAfter?: boolean; isHtml?: boolean }
  /** A captive portal: its own page for everything, or the way to it. */
  | { kind: 'portal'; as: 'page' | 'redirect' }
  /** One of these by weight, each time anew. */
  | { kind: 'schedule'; of: readonly (readonly [weight: number, mode: Mode])[] };

export type FaultKind = Mode['kind'];
/** A mode that is no choice any more. */
export type PlainMode = Exclude<Mode, { kind: 'schedule' }>;

/** Where a mode applies. The first rule that takes a request decides. */
export interface Rule {
  mode: Mode;
  /** Methods; all if left out. */
  method?: string | readonly string[];
  /** Tested on the path without its query; all if left out. */
  path?: RegExp;
  /** The first request (of those that match, from 1) it applies to. */
  from?: number;
  /** How many requests from there; without an end if left out. */
  times?: number;
}

/** Methods that change something. */
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

/** The mode of one request; each rule counts the requests that reach it. */
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
