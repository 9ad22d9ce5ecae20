import { inPlaylistOrder } from '#contract/playlists-order.ts';
import type { LibraryContent, Playlist, Publication } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';

/** A content on an own channel, with what its row shows. */
export interface OwnItem {
  publication: Publication;
  /** The file; undefined if it is not on this device. */
  content: LibraryContent | undefined;
  /** The chosen cover, else the file's own picture. */
  picture: string | null | undefined;
}

/** The contents of an own channel, newest first; also those that are not live yet. */
export const readOwnItems = async (db: AccountDatabase, channelId: string): Promise<OwnItem[]> => {
  const publications = await db.publications
    .where('channelId')
    .equals(channelId)
    .filter(({ isDeleted }) => !isDeleted)
    .toArray();
  const contents = await db.contents.bulkGet(publications.map(({ contentId }) => contentId));
  return publications
    .map((publication, at) => ({
      publication,
      content: contents[at],
      picture: publication.coverImage ?? contents[at]?.thumbnail,
    }))
    .toSorted((a, b) => (a.publication.publishedAt < b.publication.publishedAt ? 1 : -1));
};

/** Those of a playlist, in its order. */
export const itemsOf = (items: readonly OwnItem[], playlistId: string): OwnItem[] => {
  const byId = new Map(items.map((item) => [item.publication.id, item]));
  const publications = items.map(({ publication }) => publication).filter((each) => each.playlistId === playlistId);
  return inPlaylistOrder(publications).map(({ id }) => byId.get(id)!);
};

export interface OwnPlaylist {
  playlist: Playlist;
  itemCount: number;
  /** Its cover, else that of its first item. */
  picture: string | null | undefined;
}

/** The playlists of an own channel in their order. */
export const readOwnPlaylists = async (db: AccountDatabase, channelId: string): Promise<OwnPlaylist[]> => {
  const [playlists, items] = await Promise.all([
    db.playlists.where('channelId').equals(channelId).toArray(),
    readOwnItems(db, channelId),
  ]);
  return playlists
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((playlist) => {
      const own = itemsOf(items, playlist.id);
      return { playlist, itemCount: own.length, picture: playlist.coverImage ?? own[0]?.picture };
    });
};
