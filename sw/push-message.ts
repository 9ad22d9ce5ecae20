import { workerText } from '#contract/text/upload.ts';

export interface PushMessage {
  /** Shown once: the browser replaces a notification of the same tag. */
  tag: string;
  title: string;
  text: string;
  /** Path of ours. */
  link: string;
  /** Unread notifications; null if the push does not say. */
  unread: number | null;
}

/** Where a push without a link leads. */
const DEFAULT_LINK = '/notifications';
const GENERIC: PushMessage = {
  tag: 'sideline',
  title: workerText.product,
  text: workerText.genericPush,
  link: DEFAULT_LINK,
  unread: null,
};

const words = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, most) : undefined;

/** Own paths only: a push must not lead anywhere else. */
export const ownPath = (link: unknown, origin: string): string | undefined => {
  if (typeof link !== 'string' || !link.startsWith('/')) return undefined;
  try {
    const url = new URL(link, origin);
    // Resolved, `/.//` begins with two slashes: read once more, that is another origin.
    const isOurs = url.origin === origin && !url.pathname.startsWith('//');
    return isOurs ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads a push, whatever it is: our JSON as it is (Web Push) or below `data` (Firebase). Anything else is a generic
 * message, because every push must be seen.
 *
 * @param userId Who is signed in here. Of a push to anybody else, or to nobody known, no words are shown.
 */
export const readPush = (payload: string | undefined, origin: string, userId: string | undefined): PushMessage => {
  const data = parse(payload);
  if (!data) return GENERIC;
  const tag = words(data['id'], 100) ?? GENERIC.tag;
  const unread =
    data['unread'] === '' || data['unread'] === undefined || data['unread'] === null
      ? Number.NaN
      : Number(data['unread']);
  if (userId === undefined || data['userId'] !== userId) return { ...GENERIC, tag };
  return {
    tag,
    title: words(data['title'], 200) ?? GENERIC.title,
    text: words(data['text'], 500) ?? GENERIC.text,
    link: ownPath(data['link'], origin) ?? DEFAULT_LINK,
    unread: Number.isSafeInteger(unread) && unread >= 0 ? unread : null,
  };
};

const parse = (payload: string | undefined): Record<string, unknown> | undefined => {
  try {
    const parsed = JSON.parse(payload ?? '') as Record<string, unknown> | null;
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const wrapped = parsed['data'];
    return typeof wrapped === 'object' && wrapped !== null ? (wrapped as Record<string, unknown>) : parsed;
  } catch {
    return undefined;
  }
};
