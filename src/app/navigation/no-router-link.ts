/**
 * Stands in the build for the router's own link, which every route brings along and nobody here draws: our links are
 * plain ones (links.ts).
 */
export const Link = 'a';
export const createLink = (): never => {
  throw new TypeError('Links are plain here: see app/links.ts.');
};
export const useLinkProps = createLink;
export const linkOptions = <T>(options: T): T => options;
