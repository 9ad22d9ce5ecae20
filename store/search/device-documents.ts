import * as v from 'valibot';
import { Captions, readOwnCaptions, readPublishedCaptions, type Track } from '#contract/captions.ts';
import { ChannelPage, WatchDetail } from '#contract/channels.ts';
import { itemOfDetail } from '#contract/item-of-detail.ts';
import { FoundEducator, FoundPlaylist, type FoundContent } from '#contract/search.ts';
import { ContentListItem, Sport } from '#contract/sports.ts';
import type { AccountDatabase } from '../database.ts';

/** What a search on the device can find, in the shapes of the server's answers. */
export interface DeviceRows {
  channel: ChannelPage;
  content: FoundContent;
  playlist: FoundPlaylist;
  educator: FoundEducator;
  sport: Sport;
}
export type DeviceKind = keyof DeviceRows;
export interface DeviceDocument<K extends DeviceKind = DeviceKind> {
  /** `kind/id`. */
  key: string;
  kind: K;
  title: string;
  /** Names besides the title: usernames. */
  names: string;
  sportId: string | null;
  row: DeviceRows[K];
  /** What is said in a content, where the device holds it. */
  tracks?: readonly Track[];
}

/** Rows looked at in the kept answers; the device keeps 400 answers of at most 100 rows. */
const ROWS_MAX = 60_000;
/** Captions that are searched, characters: about 500 lessons. What was fetched last comes first. */
const SAID_MAX = 4_000_000;

/** The line that another search found is no part of it. */
const contentOf = (item: FoundContent): DeviceDocument => ({
  key: `content/${item.id}`,
  kind: 'content',
  title: item.title,
  names: '',
  sportId: item.sportId,
  row: { ...item, said: null },
});

const documentOf = (value: object): DeviceDocument | undefined => {
  if ('pricingCategory' in value && v.is(ContentListItem, value)) return contentOf(value);
  if ('channelLevel' in value && 'following' in value && v.is(ChannelPage, value))
    return {
      key: `channel/${value.id}`,
      kind: 'channel',
      title: value.name,
      names: '',
      sportId: value.sportId,
      row: value,
    };
  if ('itemCount' in value && v.is(FoundPlaylist, value))
    return { key: `playlist/${value.id}`, kind: 'playlist', title: value.title, names: '', sportId: null, row: value };
  if ('sportInterests' in value && v.is(FoundEducator, value))
    return {
      key: `educator/${value.id}`,
      kind: 'educator',
      title: value.educatorName,
      names: value.educatorUsername,
      sportId: null,
      row: value,
    };
  if ('activeEducatorsWithContent' in value && v.is(Sport, value))
    return { key: `sport/${value.id}`, kind: 'sport', title: value.name, names: '', sportId: value.id, row: value };
  return undefined;
};

/** What the device holds besides the rows of lists. */
interface Opened {
  /** By the publication's id. */
  details: Map<string, WatchDetail>;
  tracks: Map<string, readonly Track[]>;
}

const readSaved = async (db: AccountDatabase, { details, tracks }: Opened): Promise<void> => {
  await db.savedMedia.each(({ id, detail, captions }) => {
    if (!details.has(id) && v.is(WatchDetail, detail)) details.set(id, detail);
    if (!tracks.has(id) && v.is(Captions, captions)) tracks.set(id, captions.tracks);
  });
};

const charactersOf = (tracks: readonly Track[]): number =>
  tracks.reduce((sum, { cues }) => cues.reduce((all, { text }) => all + text.length, sum), 0);

/** The captions of each content, as far as they are searched. */
const withTracks = (documents: DeviceDocument[], { tracks }: Opened): DeviceDocument[] => {
  const byKey = new Map(documents.map((document) => [document.key, document]));
  let characters = 0;
  for (const [id, each] of tracks) {
    const document = byKey.get(`content/${id}`);
    if (!document) continue;
    characters += charactersOf(each);
    if (characters > SAID_MAX) break;
    document.tracks = each;
  }
  return documents;
};

/**
 * Everything that the kept answers hold and a search may find, each row once, as the newest answer has it, and what is said in
 * contents that were opened or saved. Rows are recognised by their shape, so that answers of calls to come are searched too.
 */
export const readDeviceDocuments = async (db: AccountDatabase): Promise<DeviceDocument[]> => {
  const found = new Map<string, DeviceDocument>();
  const opened: Opened = { details: new Map(), tracks: new Map() };
  let rows = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || rows >= ROWS_MAX) return;
    if (Array.isArray(value)) return value.forEach(visit);
    rows += 1;
    if ('progressiveUrl' in value && v.is(WatchDetail, value)) {
      if (!opened.details.has(value.id)) opened.details.set(value.id, value);
      return;
    }
    const document = documentOf(value);
    if (!document) return Object.values(value).forEach(visit);
    if (!found.has(document.key)) found.set(document.key, document);
  };
  await db.answers
    .orderBy('fetchedAtMs')
    .reverse()
    .each(({ key, call, answer }) => {
      if (call === readOwnCaptions.id) return;
      if (call !== readPublishedCaptions.id) return visit(answer);
      const { publishedId } = JSON.parse(key.slice(key.indexOf('?') + 1)) as { publishedId: string };
      if (v.is(Captions, answer)) opened.tracks.set(publishedId, answer.tracks);
    });
  await readSaved(db, opened);
  for (const detail of opened.details.values()) {
    const document = contentOf(itemOfDetail(detail));
    if (!found.has(document.key)) found.set(document.key, document);
  }
  return withTracks([...found.values()], opened);
};
