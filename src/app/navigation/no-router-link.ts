/**
 * Replaces the router's link component in the build: every route imports it, but the app uses plain links only
 * (links.ts).
 */
export const Link = 'a';
export const createLink = (): never => {
  throw new TypeError('Links are plain here: see app/links.ts.');
};
export const useLinkProps = createLink;
export const linkOptions = <T>(options: T): T => options;
