/** What the server says of a file of the build, by the end of its name. */
const TYPES: Record<string, RegExp> = {
  js: /^(text|application)\/javascript/,
  css: /^text\/css/,
  html: /^text\/html/,
  woff2: /^font\/woff2/,
  svg: /^image\/svg\+xml/,
};
/** Stands in our one page, and in nobody else's. */
const OUR_PAGE = '<div id="root">';

/** True where the head of an answer can be that of this file: a hotspot answers everything with its own page. */
export const looksLikeFile = (pathname: string, answer: Response): boolean => {
  if (answer.status !== 200 || answer.redirected) return false;
  const type = TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)];
  return !type || type.test(answer.headers.get('Content-Type') ?? '');
};

/**
 * True where an answer is this file of the build. What is kept is never asked for again: somebody's page in a script's
 * place would break the app for good.
 */
export const isBuildFile = async (pathname: string, answer: Response): Promise<boolean> => {
  if (!looksLikeFile(pathname, answer)) return false;
  return !pathname.endsWith('.html') || (await answer.clone().text()).includes(OUR_PAGE);
};
