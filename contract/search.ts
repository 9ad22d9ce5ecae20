import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ChannelPage } from './channels.ts';
import { Id, Slug } from './ids.ts';
import { Nothing, integer, listOf, text } from './patterns.ts';
import { SearchEntry } from './rows.ts';
import { SEARCH_ALL, SEARCH_CREATORS_PAGE, SEARCH_OFFSET_MAX, SEARCH_PAGE, SEARCH_TEXT_MAX } from './search-limits.ts';
import { ContentListItem, Sport } from './sports.ts';

export const SearchText = text(1, SEARCH_TEXT_MAX);
/** Source: EXP-027. */
export const FoundPlaylist = v.object({
  id: Id,
  channelId: Id,
  title: v.string(),
  coverImage: v.nullable(v.string()),
  educatorName: v.string(),
  educatorUsername: v.string(),
  sportName: v.string(),
  itemCount: v.number(),
});
export type FoundPlaylist = v.InferOutput<typeof FoundPlaylist>;
/** A Creator. `sportInterests` are names, empty if the person hides them. Source: EXP-028. */
export const FoundEducator = v.object({
  id: Id,
  educatorName: v.string(),
  educatorUsername: v.string(),
  sportInterests: v.array(v.string()),
  userPhoto: v.nullable(v.string()),
});
export type FoundEducator = v.InferOutput<typeof FoundEducator>;

/** A line of the captions: its words, when it is said, and in which language. Source: decision 0124. */
export const Said = v.object({ text: v.string(), atSeconds: v.number(), language: v.string() });
export type Said = v.InferOutput<typeof Said>;
/**
 * A published content. `said` is the line that was found, if it was found by its captions and not by title or tags, for who may
 * watch it. Absent in answers of older servers. Source: decision 0124.
 */
export const FoundContent = v.object({ ...ContentListItem.entries, said: v.optional(v.nullable(Said)) });
export type FoundContent = v.InferOutput<typeof FoundContent>;

/* @__NO_SIDE_EFFECTS__ */
export const found = <S extends v.GenericSchema>(row: S) =>
  v.object({
    ...listOf(row).entries,
    /** The text that was searched for instead, because nothing has the words that were asked for; null if they were found. */
    corrected: v.nullable(v.string()),
  });
/* @__NO_SIDE_EFFECTS__ */
export const page = (most: number) => ({
  q: SearchText,
  sport_id: v.optional(Slug),
  offset: v.optional(integer(0, SEARCH_OFFSET_MAX), 0),
  limit: v.optional(integer(1, most), most),
});

export const searchAll = defineCall({
  id: 'search.all',
  method: 'GET',
  path: '/search',
  may: 'registered',
  input: v.object({ q: SearchText, sport_id: v.optional(Slug), limit: v.optional(integer(1, SEARCH_ALL), SEARCH_ALL) }),
  output: v.object({
    channels: listOf(ChannelPage),
    content: listOf(FoundContent),
    playlists: listOf(FoundPlaylist),
    educators: listOf(FoundEducator),
    sports: listOf(Sport),
    corrected: v.nullable(v.string()),
  }),
  problems: ['request.too_often'],
  offline: 'cache',
  summary: 'The first results of every kind',
});
export const searchChannels = defineCall({
  id: 'search.channels',
  method: 'GET',
  path: '/search/channels',
  may: 'registered',
  input: v.object(page(SEARCH_PAGE)),
  output: found(ChannelPage),
  problems: ['request.too_often'],
  offline: 'cache',
  summary: 'Channels by name',
});
export const searchPlaylists = defineCall({
  id: 'search.playlists',
  method: 'GET',
  path: '/search/playlists',
  may: 'registered',
  input: v.object(page(SEARCH_PAGE)),
  output: found(FoundPlaylist),
  problems: ['request.too_often'],
  offline: 'cache',
  summary: 'Playlists by title',
});
export const searchContent = defineCall({
  id: 'search.content',
  method: 'GET',
  path: '/search/content',
  may: 'registered',
  input: v.object(page(SEARCH_PAGE)),
  output: found(FoundContent),
  problems: ['request.too_often'],
  offline: 'cache',
  summary: 'Published contents by title and tags, then by what is said in their captions',
});
export const searchEducators = defineCall({
  id: 'search.educators',
  method: 'GET',
  path: '/search/educators',
  may: 'registered',
  input: v.object(page(SEARCH_CREATORS_PAGE)),
  output: found(FoundEducator),
  problems: ['request.too_often'],
  offline: 'cache',
  summary: 'Creators by name and username',
});
export const searchSports = defineCall({
  id: 'search.sports',
  method: 'GET',
  path: '/search/sports',
  may: 'registered',
  input: v.object(page(SEARCH_PAGE)),
  output: found(Sport),
  problems: ['request.too_often'],
  offline: 'cache',
  summary: 'Sports by name',
});
/** Not cached: what the device holds is suggested without a network. */
export const suggest = defineCall({
  id: 'search.suggest',
  method: 'GET',
  path: '/search/suggestions',
  may: 'registered',
  input: v.object({ q: SearchText, sport_id: v.optional(Slug) }),
  output: v.object({ texts: v.array(v.string()) }),
  problems: ['request.too_often'],
  offline: 'online',
  summary: 'Titles and names that a text which is being typed may become',
});

export const listHistory = defineCall({
  id: 'search.history',
  method: 'GET',
  path: '/search-history',
  may: 'registered',
  input: v.object({}),
  output: listOf(SearchEntry),
  problems: [],
  offline: 'cache',
  summary: 'The last texts that the person searched for',
});
export const addToHistory = defineCall({
  id: 'search.addToHistory',
  method: 'POST',
  path: '/search-history',
  may: 'registered',
  input: v.object({ id: Id, searchHistory: SearchText }),
  output: SearchEntry,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Keep a search',
    shownAt: 'outbox',
    rows: { makes: { table: 'searchHistory', by: 'id' }, changes: [{ table: 'searchHistory' }] },
  },
  summary: 'Keeps a text that the person searched for',
});
export const removeFromHistory = defineCall({
  id: 'search.removeFromHistory',
  method: 'DELETE',
  path: '/search-history/{id}',
  may: 'registered',
  input: v.object({ id: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Remove a search',
    shownAt: 'outbox',
    rows: { changes: [{ table: 'searchHistory', by: 'id' }] },
  },
  summary: 'Removes a text from the search history',
});
