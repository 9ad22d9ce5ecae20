const TOKEN = /(\/media\/)[^/]+(?=\/)/;
const MEDIA_ID = /\/media\/[^/]+\/([^/]+)\//;

/** A media address without its token: equal for two addresses of the same file, whenever they were signed. Source: D-207. */
export const withoutToken = (url: string | undefined): string | undefined => url?.replace(TOKEN, '$1*');

/** Names the file that a media address is of: another one after an edit or with a new file. */
export const mediaIdOf = (url: string | null | undefined): string | undefined =>
  url ? MEDIA_ID.exec(url)?.[1] : undefined;

/** The address with the token of a newer one of the same media; unchanged if the newer one is of others, after an edit. */
export const withTokenOf = (url: string, newer: string | undefined): string => {
  const token = newer && TOKEN.exec(newer)?.[0];
  return token && mediaIdOf(url) === mediaIdOf(newer) ? url.replace(TOKEN, token) : url;
};
