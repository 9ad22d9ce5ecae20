/** Rows of a channel's or a playlist's list that come at a time. The watch page reads the pages that the channel's page has kept. */
const PAGE = 25;

const pageOf = (page: number) => ({ limit: PAGE, offset: page * PAGE });

/** Input of a page of a channel's contents or playlists, counted from 0. */
export const channelPart = (channelId: string) => (page: number) => ({ channelId, ...pageOf(page) });

/** Input of a page of a playlist's contents, counted from 0. */
export const playlistPart = (playlistId: string) => (page: number) => ({ playlistId, ...pageOf(page) });
