import type { CallById, CallId } from '#contract/calls.ts';
import type { InputOf } from '#contract/call.ts';
import type { LocalChange } from './local-change.ts';

/**
 * What an action changes on this device at once. Run when the person acts, and again over fresh rows after every pull
 * while the entry waits: it must depend on nothing but the rows and the input.
 */
export type LocalEffect<Id extends CallId> = (
  change: LocalChange,
  input: InputOf<CallById<Id>>,
  context: { scope: string; queuedAt: string },
) => Promise<void>;

type Effects = { [Id in CallId]?: LocalEffect<Id> };

const effects: Effects = {};

/** Registers the local effects of an area. Every context that drains or pulls loads all of them (effects.ts). */
export const registerEffects = (more: Effects): void => {
  Object.assign(effects, more);
};

export const effectOf = (call: string): LocalEffect<CallId> | undefined =>
  (effects as Record<string, LocalEffect<CallId>>)[call];
