import type { OwnTable } from './rows.ts';

/** Screens that show the refused changes that were made on them. */
export type RefusalPlace = 'channels' | 'contents' | 'folders' | 'playlists' | 'tagGroups';

/** Rows of an own table. */
export interface RowRef<Key extends string = string> {
  readonly table: OwnTable;
  /** The input with their ids: one id, a list, or objects that have one. Absent: the effect finds the rows itself. */
  readonly by?: Key;
}
type NamedRow<Key extends string> = Required<RowRef<Key>>;

export interface QueuedRows<Key extends string = string> {
  /** What the call makes: a row, or one for each object in a list; an id is made on the device, so that a repeat cannot make a second one. */
  readonly makes?: NamedRow<Key>;
  /** Rows whose shown content the call changes: they get the badge for unsent changes. */
  readonly changes: readonly RowRef<Key>[];
  /** Rows that the input only mentions: they get no badge. */
  readonly names?: readonly NamedRow<Key>[];
  /** Inputs with ids of no row of an own table: records that only the server has, parts of a row. */
  readonly notRows?: readonly Key[];
}

type With<Detail extends string> = `${string}{${Detail}}${string}`;

/** What the outbox must know of a call that it keeps. Lists about queued calls are derived from this and not written. */
export interface QueuedFacts<Key extends string = string> {
  /** What the change does, as a person would say it; `{name}` is the name of its first named row that has one. */
  readonly label: string | { readonly named: With<'name'>; readonly unnamed: string };
  /** What a refusal says without a reason, and around one; else the server's sentence is shown as it is. */
  readonly refused?: string | { readonly withReason: With<'reason'>; readonly withoutReason: string };
  /** The screen, besides the Outbox, that shows its refusals. Source: D-362. */
  readonly shownAt: RefusalPlace | 'outbox';
  readonly rows: QueuedRows<Key>;
  /** Why no effect in `store/effects` shows the change before the server has it. */
  readonly withoutEffect?: string;
}

/** The inputs that name some rows, once each. */
export const inputsOf = (refs: readonly RowRef[]): string[] => [
  ...new Set(refs.flatMap(({ by }) => (by === undefined ? [] : [by]))),
];

/** All rows that a call makes, changes or mentions. */
export const rowRefs = ({ makes, changes, names = [] }: QueuedRows): RowRef[] => [
  ...(makes ? [makes] : []),
  ...changes,
  ...names,
];
