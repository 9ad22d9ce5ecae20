import { TABLE_MARKS } from './table-marks.ts';

/**
 * The only list of the synced tables: rows that a person owns, pulled by the change feed into the local database. The
 * stores of the local database, the server's feed, the ownership checks and tests derive from it. The schemas of the
 * rows are in rows.ts, so that pages do not load them with this list.
 */
interface OwnTableFacts {
  /** Indexes of the local table besides the primary key `id`, as Dexie writes them. */
  readonly indexes: readonly string[];
  /** The view of the rows in wire format (server/db/repeatable). */
  readonly view: string;
  /** The kind by which `owns` rules name a row of this table (contract/may.ts), and the server's table of the row. */
  readonly owned?: { readonly kind: string; readonly table: string };
  /** Days that devices keep. The view omits older rows, which are read by page. */
  readonly windowDays?: number;
  /** Raise it when the meaning of rows changes but not their schema: devices then pull the table again. */
  readonly revision?: number;
}

const ownTable = <const F extends OwnTableFacts>(facts: F): F => facts;

export const ownTables = {
  me: ownTable({ indexes: [], view: 'own_me' }),
  contents: ownTable({
    // Rows that are not archived have no `archivedUntil` and are not in its index.
    indexes: ['scope', '[scope+createdAt]', '[scope+folderId]', '[scope+archivedUntil]'],
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
  communities: ownTable({
    indexes: ['scope'],
    view: 'own_communities',
    owned: { kind: 'community', table: 'communities' },
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
  sportInterests: ownTable({
    indexes: ['scope', 'sportId'],
    view: 'own_sport_interests',
    owned: { kind: 'sportInterest', table: 'sport_interests' },
  }),
  notifications: ownTable({
    indexes: ['scope', '[recipientType+sendedAt]'],
    view: 'own_notifications',
    owned: { kind: 'notification', table: 'notifications' },
    windowDays: 90,
  }),
  follows: ownTable({ indexes: ['scope'], view: 'own_follows' }),
  ratings: ownTable({ indexes: ['scope'], view: 'own_ratings' }),
  profiles: ownTable({
    indexes: ['scope'],
    view: 'own_profiles',
    owned: { kind: 'profile', table: 'profiles' },
  }),
  contacts: ownTable({
    indexes: ['scope', '[scope+position]'],
    view: 'own_contacts',
    owned: { kind: 'contact', table: 'contacts' },
  }),
  bioAnswers: ownTable({ indexes: ['scope', 'sportId'], view: 'own_bio_answers' }),
  supportRequests: ownTable({ indexes: ['scope'], view: 'own_support_requests' }),
  searchHistory: ownTable({ indexes: ['scope'], view: 'own_search_history' }),
  watchPlaces: ownTable({ indexes: ['scope'], view: 'own_watch_places' }),
  blocks: ownTable({ indexes: ['scope'], view: 'own_blocks' }),
} as const satisfies Record<string, OwnTableFacts>;

export type OwnTable = keyof typeof ownTables;
export const OWN_TABLES = Object.keys(ownTables) as OwnTable[];

type OwnedOf<T> = T extends { owned: { kind: infer K } } ? K : never;
/** Kinds of rows of the synced tables that `owns` rules may name. */
export type OwnTableKind = OwnedOf<(typeof ownTables)[OwnTable]>;

/**
 * The synced tables of a build with their shapes: a mark of 7 characters each, of which the first 3 identify the table
 * and the others the shape of its rows.
 */
export type TableMarks = Readonly<Partial<Record<OwnTable, string>>>;
export const MARK_CHARACTERS = 7;
export const MARK_NAME_CHARACTERS = 3;
/** Does not compile for a table without a mark: WIRE=accept npm run unit -- contract/wire.test.ts. */
export const THIS_BUILD: Readonly<Record<OwnTable, string>> = TABLE_MARKS;

export const tablesOf = (build: TableMarks): OwnTable[] => Object.keys(build) as OwnTable[];

/** The marks in the format of a pull: concatenated. */
export const joinMarks = (marks: TableMarks): string => Object.values(marks).join('');
