import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Ids, Sha256, Slug } from './ids.ts';
import { PLAYLIST_ORDER_MAX, PLAYLIST_TITLE_MAX, PLAYLIST_TITLE_MIN } from './limits.ts';
import { all, owns } from './may.ts';
import { Limit, Nothing, Offset, listOf, text } from './patterns.ts';
import { Playlist } from './rows.ts';
import { ContentListItem } from './sports.ts';

const PlaylistTitle = text(PLAYLIST_TITLE_MIN, PLAYLIST_TITLE_MAX);
const own = all('creator', owns('playlist', 'playlistId'));

/** A playlist as its page shows it. Source: EXP-027. */
export const PlaylistPage = v.object({
  ...Playlist.entries,
  itemCount: v.number(),
  channelName: v.string(),
  educatorName: v.string(),
  educatorUsername: v.string(),
  sportId: Slug,
  sportName: v.string(),
  isOwner: v.boolean(),
});
export type PlaylistPage = v.InferOutput<typeof PlaylistPage>;

export const readPlaylist = defineCall({
  id: 'playlists.read',
  method: 'GET',
  path: '/playlists/{playlistId}',
  may: 'registered',
  input: v.object({ playlistId: Id }),
  output: PlaylistPage,
  problems: [],
  offline: 'cache',
  summary: 'A playlist page',
});

export const listPlaylistContents = defineCall({
  id: 'playlists.contents',
  method: 'GET',
  path: '/playlists/{playlistId}/contents',
  may: 'registered',
  input: v.object({
    playlistId: Id,
    /** Only what comes after this item in the playlist and may be watched: the queue of the watch page. */
    playableAfter: v.optional(Id),
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(ContentListItem),
  problems: [],
  offline: 'cache',
  summary: 'Contents of a playlist in its order',
});
export const createPlaylist = defineCall({
  id: 'playlists.create',
  method: 'POST',
  path: '/playlists',
  may: all('creator', owns('channel', 'channelId')),
  input: v.object({ id: Id, channelId: Id, title: PlaylistTitle, coverImage: v.optional(v.nullable(Sha256)) }),
  output: Playlist,
  problems: ['channel.playlist_taken', 'file.missing'],
  offline: 'queue',
  queued: {
    label: { named: 'Create the playlist {name}', unnamed: 'Create a playlist' },
    shownAt: 'playlists',
    rows: { makes: { table: 'playlists', by: 'id' }, changes: [], names: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Makes a playlist on a channel',
});
export const renamePlaylist = defineCall({
  id: 'playlists.rename',
  method: 'PUT',
  path: '/playlists/{playlistId}',
  version: 2,
  may: own,
  /** What is left out stays; `coverImage: null` takes the cover away. */
  input: v.object({
    playlistId: Id,
    title: v.optional(PlaylistTitle),
    coverImage: v.optional(v.nullable(Sha256)),
  }),
  output: Playlist,
  problems: ['channel.playlist_taken', 'file.missing'],
  offline: 'queue',
  queued: {
    label: { named: 'Change the playlist {name}', unnamed: 'Change a playlist' },
    shownAt: 'playlists',
    rows: { changes: [{ table: 'playlists', by: 'playlistId' }] },
  },
  summary: 'Changes the title or the cover of a playlist',
});
export const deletePlaylist = defineCall({
  id: 'playlists.delete',
  method: 'DELETE',
  path: '/playlists/{playlistId}',
  may: own,
  input: v.object({ playlistId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Delete the playlist {name}', unnamed: 'Delete a playlist' },
    shownAt: 'playlists',
    rows: { changes: [{ table: 'playlists', by: 'playlistId' }, { table: 'publications' }] },
  },
  summary: 'Deletes a playlist; its items stay on the channel',
});
export const addToPlaylist = defineCall({
  id: 'playlists.addContents',
  method: 'POST',
  path: '/playlists/{playlistId}/contents',
  may: own,
  input: v.object({ playlistId: Id, ids: Ids }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Add {name} to a playlist', unnamed: 'Add content to a playlist' },
    shownAt: 'playlists',
    rows: {
      changes: [{ table: 'publications', by: 'ids' }],
      names: [{ table: 'playlists', by: 'playlistId' }],
    },
  },
  summary: 'Puts contents of the channel at the end of a playlist, out of the one they were in',
});
export const removeFromPlaylist = defineCall({
  id: 'playlists.removeContent',
  method: 'DELETE',
  path: '/playlists/{playlistId}/contents/{publishedId}',
  may: all('creator', owns('playlist', 'playlistId'), owns('publication', 'publishedId')),
  input: v.object({ playlistId: Id, publishedId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Remove {name} from its playlist', unnamed: 'Remove content from its playlist' },
    shownAt: 'playlists',
    rows: {
      changes: [{ table: 'publications', by: 'publishedId' }],
      names: [{ table: 'playlists', by: 'playlistId' }],
    },
  },
  summary: 'Takes a content out of a playlist; it stays on the channel',
});
export const reorderPlaylist = defineCall({
  id: 'playlists.reorder',
  method: 'PUT',
  path: '/playlists/{playlistId}/contents/update-position',
  may: own,
  bodyKey: 'ids',
  input: v.object({
    playlistId: Id,
    ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(PLAYLIST_ORDER_MAX)),
  }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Reorder the playlist {name}', unnamed: 'Reorder a playlist' },
    shownAt: 'playlists',
    rows: {
      changes: [{ table: 'playlists', by: 'playlistId' }, { table: 'publications' }],
      names: [{ table: 'publications', by: 'ids' }],
    },
  },
  summary: 'Puts the contents of a playlist in order; those left out follow in their former order',
});
/** As `channels.move`: two people who move two items both keep their move (decision 0128). */
export const moveInPlaylist = defineCall({
  id: 'playlists.move',
  method: 'PUT',
  path: '/playlists/{playlistId}/contents/{publishedId}/position',
  may: all('creator', owns('playlist', 'playlistId'), owns('publication', 'publishedId')),
  input: v.object({ playlistId: Id, publishedId: Id, afterId: v.nullable(Id) }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Move {name} in its playlist', unnamed: 'Move content in its playlist' },
    refused: { withReason: 'Not moved: {reason}', withoutReason: 'The content was not moved.' },
    shownAt: 'playlists',
    rows: {
      changes: [
        { table: 'publications', by: 'publishedId' },
        { table: 'playlists', by: 'playlistId' },
        { table: 'publications' },
      ],
      after: { table: 'publications', by: 'afterId' },
    },
  },
  summary: 'Puts a content of a playlist after another one, or first',
});
