import { TABLE_MARKS } from './table-marks.ts';

/**
 * The synced tables, each said once: rows that a person owns, pulled by the change feed into the local database. From
 * this list come the stores of the local database, the server's feed, who owns which row, and the tests. The rows'
 * schemas stand beside it in rows.ts, so that no page loads them with the names.
 */
interface OwnTableFacts {
  /** Indexes of the local table besides the primary key `id`, as Dexie writes them. */
  readonly indexes: readonly string[];
  /** The view that makes the rows as they travel (server/db/repeatable). */
  readonly view: string;
  /** What a rule of a call names a row of this table (contract/may.ts), and the server's table that holds it. */
  readonly owned?: { readonly kind: string; readonly table: string };
  /** Days that devices keep; older rows come by page. The view leaves them out. */
  readonly windowDays?: number;
  /** Raise it when rows mean something else although their schema is the same: devices then take the table again. */
  readonly revision?: number;
}

const ownTable = <const F extends OwnTableFacts>(facts: F): F => facts;

export const ownTables = {
  me: ownTable({ indexes: [], view: 'own_me' }),
  contents: ownTable({
    indexes: ['scope', '[scope+createdAt]', '[scope+folderId]'],
    view: 'own_contents',
    owned: { kind: 'content', table: 'contents' },
  }),
  folders: ownTable({
    indexes: ['scope', '[scope+title]'],
    view: 'own_folders',
    owned: { kind: 'folder', table: 'folders' },
  }),
  tagProfiles: ownTable({
    indexes: ['scope', '[scope+position]'],
    view: 'own_tag_profiles',
    owned: { kind: 'tagProfile', table: 'tag_profiles' },
  }),
  channels: ownTable({
    indexes: ['scope', '[scope+position]'],
    view: 'own_channels',
    owned: { kind: 'channel', table: 'channels' },
  }),
  playlists: ownTable({
    indexes: ['scope', 'channelId'],
    view: 'own_playlists',
    owned: { kind: 'playlist', table: 'playlists' },
  }),
  publications: ownTable({
    indexes: ['scope', 'channelId', 'contentId'],
    view: 'own_publications',
    owned: { kind: 'publication', table: 'publications' },
  }),
  subscriptions: ownTable({ indexes: ['scope', 'sportId'], view: 'own_subscriptions' }),
  sportInterests: ownTable({ indexes: ['scope', 'sportId'], view: 'own_sport_interests' }),
  notifications: ownTable({
    indexes: ['scope', '[recipientType+sendedAt]'],
    view: 'own_notifications',
    owned: { kind: 'notification', table: 'notifications' },
    windowDays: 90,
  }),
  follows: ownTable({ indexes: ['scope'], view: 'own_follows' }),
  ratings: ownTable({ indexes: ['scope'], view: 'own_ratings' }),
} as const satisfies Record<string, OwnTableFacts>;

export type OwnTable = keyof typeof ownTables;
export const OWN_TABLES = Object.keys(ownTables) as OwnTable[];

type OwnedOf<T> = T extends { owned: { kind: infer K } } ? K : never;
/** Kinds of rows that a rule of a call may name, of the synced tables. */
export type OwnTableKind = OwnedOf<(typeof ownTables)[OwnTable]>;

/**
 * Which synced tables a build holds, and in which shape: a mark of 7 characters each, of which the first 3 stand for the
 * table's name and the others for the shape of its rows.
 */
export type TableMarks = Readonly<Partial<Record<OwnTable, string>>>;
export const MARK_CHARACTERS = 7;
export const MARK_NAME_CHARACTERS = 3;
/** Does not compile for a table without a mark: WIRE=accept npm run unit -- contract/wire.test.ts. */
export const THIS_BUILD: Readonly<Record<OwnTable, string>> = TABLE_MARKS;

export const tablesOf = (build: TableMarks): OwnTable[] => Object.keys(build) as OwnTable[];

/** The marks as a pull carries them: one after the other. */
export const joinMarks = (marks: TableMarks): string => Object.values(marks).join('');
