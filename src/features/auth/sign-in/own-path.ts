/**
 * The path to go to after sign-in, if it is one of ours.
 *
 * @param next As it stands in the address; anything that could lead to another origin is dropped.
 */
export const ownPath = (next: unknown, origin: string): string | undefined => {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined;
  try {
    const url = new URL(next, origin);
    // Resolved, `/.//` begins with two slashes: read once more, that is another origin.
    const isOurs = url.origin === origin && !url.pathname.startsWith('//');
    return isOurs ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
};
