import type { CallById, CallId } from '#contract/calls.ts';
import type { InputOf } from '#contract/call.ts';
import type { LocalChange } from './local-change.ts';

/**
 * The optimistic change of a call. It runs when the user acts, and again on fresh rows after every pull while its entry
 * waits: its result must depend only on the rows and the input.
 */
export type LocalEffect<Id extends CallId> = (
  change: LocalChange,
  input: InputOf<CallById<Id>>,
  /** `owner`: id of the person; `scope`: for whom they act, perhaps an organization. */
  context: { owner: string; scope: string; queuedAt: string },
) => Promise<void>;

/** `area` of the call ids `area.verb`. */
type Area = CallId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;
type EffectsOf<Name extends Area> = { [Id in Extract<CallId, `${Name}.${string}`>]?: LocalEffect<Id> };

const effects: Record<string, unknown> = {};

/**
 * Registers the local effects of an area's calls, from `store/effects/<area>.ts`. Every context that drains or pulls
 * loads all of them (store/effects/index.ts).
 */
export const registerEffects = <Name extends Area>(_area: Name, more: EffectsOf<Name>): void => {
  Object.assign(effects, more);
};

export const effectOf = (call: string): LocalEffect<CallId> | undefined =>
  effects[call] as LocalEffect<CallId> | undefined;
