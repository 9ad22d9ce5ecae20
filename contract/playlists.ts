import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Sha256 } from './ids.ts';
import { all, owns } from './may.ts';
import { Limit, Offset, listOf, text } from './patterns.ts';
import { Playlist } from './rows.ts';
import { ContentListItem } from './sports.ts';

export const listPlaylistContents = defineCall({
  id: 'playlists.contents',
  method: 'GET',
  path: '/playlists/{playlistId}/contents',
  may: 'registered',
  input: v.object({ playlistId: Id, limit: Limit(100), offset: Offset }),
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
  input: v.object({ id: Id, channelId: Id, title: text(2, 50), coverImage: v.optional(v.nullable(Sha256)) }),
  output: Playlist,
  problems: ['channel.playlist_taken'],
  offline: 'queue',
  queued: {
    label: { named: 'Create the playlist {name}', unnamed: 'Create a playlist' },
    shownAt: 'playlists',
    rows: { makes: { table: 'playlists', by: 'id' }, changes: [], names: [{ table: 'channels', by: 'channelId' }] },
  },
  summary: 'Makes a playlist on a channel',
});
