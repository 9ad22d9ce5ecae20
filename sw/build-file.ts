/** The server's `Content-Type` for files of the build, by extension. */
const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};

/** The type of a file of the build; undefined for an unknown extension. */
export const typeOf = (pathname: string): string | undefined => TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)];

/** Only the app's own page contains this. */
const OUR_PAGE = '<div id="root">';

/** Whether status and headers fit this file: a captive portal answers every request with its own page. */
export const looksLikeFile = (pathname: string, answer: Response): boolean => {
  if (answer.status !== 200 || answer.redirected) return false;
  const type = typeOf(pathname);
  return !type || (answer.headers.get('Content-Type') ?? '').startsWith(type);
};

/**
 * Whether a response is this file of the build. Cached files are never fetched again, so a wrong one would break the app
 * for good.
 */
export const isBuildFile = async (pathname: string, answer: Response): Promise<boolean> => {
  if (!looksLikeFile(pathname, answer)) return false;
  return !pathname.endsWith('.html') || (await answer.clone().text()).includes(OUR_PAGE);
};
