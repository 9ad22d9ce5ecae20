import { Dexie } from 'dexie';
import type * as v from 'valibot';
import type { LibrarySort, StateFilter } from '#contract/library.ts';
import { ENCODING } from '#contract/encoding.ts';
import type { ContentType, LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { once } from '#contract/once.ts';

export type Sort = v.InferOutput<typeof LibrarySort>;
export type State = v.InferOutput<typeof StateFilter>;
export type TypeFilter = 'all' | ContentType;

/** Search, filter and sort of the list, answered from this device. Values as on the wire (D-92, D-93). */
export interface ContentQuery {
  search: string;
  type: TypeFilter;
  state: State;
  sort: Sort;
  /** Only the contents of this folder. */
  folderId?: string | undefined;
  /** Only contents that can be added to a channel: those that are on none. Source: PUB-008. */
  offChannel?: boolean | undefined;
  /** Contents whose captions fit the search. */
  spoken?: ReadonlySet<string> | undefined;
}

export const EVERYTHING: ContentQuery = { search: '', type: 'all', state: 'all', sort: 'newest' };

export type PublicationState = 'in-library' | 'on-channel' | 'removed';

/** Whether a content is in the Library only, on a channel, or removed from one. Source: LIB-023. */
export const publicationOf = ({ published }: Pick<LibraryContent, 'published'>): PublicationState =>
  published === null ? 'in-library' : published.isDeleted ? 'removed' : 'on-channel';

/** State of the server's processing of a file. */
export type Readiness = 'preparing' | 'reviewing' | 'ready' | 'failed' | 'rejected';

export const readinessOf = ({
  encodingStatus,
  reviewStatus,
  active,
}: Pick<LibraryContent, 'encodingStatus' | 'reviewStatus' | 'active'>): Readiness => {
  if (encodingStatus < 0) return 'failed';
  if (reviewStatus === 'rejected') return 'rejected';
  if (encodingStatus < ENCODING.done) return 'preparing';
  return active && reviewStatus === 'approved' ? 'ready' : 'reviewing';
};

/** Whether the file can be published, now or when it is ready. */
export const isUsable = (content: Parameters<typeof readinessOf>[0]): boolean => {
  const readiness = readinessOf(content);
  return readiness !== 'failed' && readiness !== 'rejected';
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

const STATE_OF: Record<PublicationState, State> = {
  'in-library': 'in_library',
  'on-channel': 'on_channel',
  removed: 'removed',
};

/** What a query asks of a content, in objects of one shape: many thousands are looked at for one key press. */
export interface Facts {
  id: string;
  type: ContentType;
  state: State;
  isArchived: boolean;
  folderId: string | null;
  /** Whether it goes on a channel: it is on none, and no operator removed it. */
  isAddable: boolean;
  /** What a search looks in: title and file name, without accents and in lower case. */
  words: string;
}

export const factsOf = (content: LibraryContent): Facts => {
  const publication = publicationOf(content);
  return {
    id: content.id,
    type: content.type,
    state: STATE_OF[publication],
    isArchived: Boolean(content.archivedUntil),
    folderId: content.folderId,
    isAddable: publication !== 'on-channel' && !content.published?.removedReason,
    words: plain(`${content.title} ${content.filename}`),
  };
};

/** A check of whether a content fits the query. Every word of the search must occur in its words, or in its captions. */
export const fits = ({ search, type, state, folderId, offChannel, spoken }: ContentQuery) => {
  const searched = plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  // Archived content is in its own list only. Source: D-158.
  const isArchive = state === 'archived';
  return (facts: Facts): boolean =>
    facts.isArchived === isArchive &&
    (!offChannel || facts.isAddable) &&
    (folderId === undefined || facts.folderId === folderId) &&
    (type === 'all' || facts.type === type) &&
    (state === 'all' || isArchive || facts.state === state) &&
    (searched.length === 0 || spoken?.has(facts.id) === true || searched.every((word) => facts.words.includes(word)));
};

/** Whether a content fits the query. */
export const matches = (content: LibraryContent, query: ContentQuery): boolean => fits(query)(factsOf(content));

const newestFirst = (a: LibraryContent, b: LibraryContent): number =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.id < a.id ? -1 : 1;
const alphabet = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));
const publishedFirst = (a: LibraryContent, b: LibraryContent): number =>
  Number(b.isPublished) - Number(a.isPublished) || newestFirst(a, b);

const compare: Record<Sort, (a: LibraryContent, b: LibraryContent) => number> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  added_to_channel: publishedFirst,
  not_added_to_channel: (a, b) => Number(a.isPublished) - Number(b.isPublished) || newestFirst(a, b),
  a_z: (a, b) => alphabet().compare(a.title, b.title) || newestFirst(a, b),
  z_a: (a, b) => alphabet().compare(b.title, a.title) || newestFirst(a, b),
};

export const sortContents = (contents: LibraryContent[], sort: Sort): LibraryContent[] =>
  contents.toSorted(compare[sort]);

/** Whether the query leaves out nothing of the Library. */
export const isWhole = ({ search, type, state, folderId, offChannel }: ContentQuery): boolean =>
  search === '' && type === 'all' && state === 'all' && folderId === undefined && !offChannel;
const byTime = (db: AccountDatabase, scope: string) =>
  db.contents.where('[scope+createdAt]').between([scope, Dexie.minKey], [scope, Dexie.maxKey]);

/** The archived contents of a Library; what is deleted first comes first. */
export const byArchive = (db: AccountDatabase, scope: string) =>
  db.contents.where('[scope+archivedUntil]').between([scope, Dexie.minKey], [scope, Dexie.maxKey]);

/** Number of contents in a Library, without the archived ones. */
export const countContents = async (db: AccountDatabase, scope: string): Promise<number> => {
  const [all, archived] = await Promise.all([
    db.contents.where('scope').equals(scope).count(),
    byArchive(db, scope).count(),
  ]);
  return all - archived;
};

/** Rows of the first screen, read by the index, so that the time does not grow with the Library. */
export const FIRST_ROWS = 20;
export const readNewest = (db: AccountDatabase, scope: string, count: number = FIRST_ROWS): Promise<LibraryContent[]> =>
  byTime(db, scope)
    .reverse()
    .filter(({ archivedUntil }) => !archivedUntil)
    .limit(count)
    .toArray();

/** Ids of all contents that fit, in order. Sorting by time without a filter reads the index only, no rows. */
export const readContentIds = async (db: AccountDatabase, scope: string, query: ContentQuery): Promise<string[]> => {
  if (isWhole(query) && (query.sort === 'newest' || query.sort === 'oldest')) {
    const inOrder = query.sort === 'newest' ? byTime(db, scope).reverse() : byTime(db, scope);
    const [ids, archived] = await Promise.all([inOrder.primaryKeys(), byArchive(db, scope).primaryKeys()]);
    if (archived.length === 0) return ids;
    const left = new Set(archived);
    return ids.filter((id) => !left.has(id));
  }
  const rows =
    query.folderId === undefined
      ? db.contents.where('scope').equals(scope)
      : db.contents.where('[scope+folderId]').equals([scope, query.folderId]);
  const isFitting = fits(query);
  const fitting = (await rows.toArray()).filter((content) => isFitting(factsOf(content)));
  return sortContents(fitting, query.sort).map((content) => content.id);
};
