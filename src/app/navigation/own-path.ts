/**
 * The path to open after sign-in, if it belongs to the app.
 *
 * @param next As read from the address; anything that could lead to another origin is dropped.
 */
export const ownPath = (next: unknown, origin: string): string | undefined => {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined;
  try {
    const url = new URL(next, origin);
    // `/.//host` resolves to a path that starts with two slashes: navigating to it would leave the origin.
    const isOwn = url.origin === origin && !url.pathname.startsWith('//');
    return isOwn ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
};
