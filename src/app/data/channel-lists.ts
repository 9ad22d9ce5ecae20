/** Rows in a page of a channel's or playlist's list. Shared, so that the watch page reads the pages the channel page cached. */
const PAGE_SIZE = 25;

const pageOf = (page: number) => ({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });

/** Input of a page of a channel's contents or playlists, counted from 0. */
export const channelPart = (channelId: string) => (page: number) => ({ channelId, ...pageOf(page) });

/** Input of a page of a playlist's contents, counted from 0. */
export const playlistPart = (playlistId: string) => (page: number) => ({ playlistId, ...pageOf(page) });

/** The input of a page narrowed to what comes after an item and may be watched now. */
export const playableAfter =
  <I extends object>(part: (page: number) => I, id: string) =>
  (page: number) => ({ ...part(page), playableAfter: id });
