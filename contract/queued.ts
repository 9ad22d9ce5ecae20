import type { OwnTable } from './rows.ts';

/** Screens that show refused changes that were made on them. */
export type RefusalPlace = 'channels' | 'contents' | 'folders' | 'playlists' | 'publications' | 'tagGroups';

/** Rows of an own table. */
export interface RowRef<Key extends string = string> {
  readonly table: OwnTable;
  /** The input with their ids: an id, a list of ids, or objects with an `id`. Absent: the effect finds the rows itself. */
  readonly by?: Key;
}
type NamedRow<Key extends string> = Required<RowRef<Key>>;

export interface QueuedRows<Key extends string = string> {
  /** The rows that the call creates: one, or one per object of a list. Their ids come from the device: a retry creates no second row. */
  readonly makes?: NamedRow<Key>;
  /** Rows that the call visibly changes: they get the badge for unsent changes. */
  readonly changes: readonly RowRef<Key>[];
  /** Rows that the input only refers to: they get no badge. */
  readonly names?: readonly NamedRow<Key>[];
  /**
   * For a move: the row that the moved one is put after. It may be gone by then, and somebody else's is one that is gone. Rows
   * that change their place only because of the move get no badge. Source: decision 0128.
   */
  readonly after?: NamedRow<Key>;
  /** Inputs whose ids are not ids of own rows: records that only the server has, or parts of a row. */
  readonly notRows?: readonly Key[];
}

type With<Detail extends string> = `${string}{${Detail}}${string}`;

/** What the outbox needs to know about a queued call. All lists about queued calls are derived from it. */
export interface QueuedFacts<Key extends string = string> {
  /** Description of the change for people; `{name}` is the name in its input, else that of the first of its rows that has one. */
  readonly label: string | { readonly named: With<'name'>; readonly unnamed: string };
  /** Text of a refusal without a server's message, or texts around and without it. Otherwise the message is shown unchanged. */
  readonly refused?: string | { readonly withReason: With<'reason'>; readonly withoutReason: string };
  /** The screen, besides the Outbox, that shows its refusals. Source: D-362. */
  readonly shownAt: RefusalPlace | 'outbox';
  readonly rows: QueuedRows<Key>;
  /** Why the call has no optimistic effect in `store/effects`. */
  readonly withoutEffect?: string;
}

/** The inputs that contain ids of the rows, without duplicates. */
export const inputsOf = (refs: readonly RowRef[]): string[] => [
  ...new Set(refs.flatMap(({ by }) => (by === undefined ? [] : [by]))),
];

/** All rows that a call creates, changes or refers to. */
export const rowRefs = ({ makes, changes, names = [], after }: QueuedRows): RowRef[] => [
  ...(makes ? [makes] : []),
  ...changes,
  ...names,
  ...(after ? [after] : []),
];
