import { privatePush } from '#contract/text/notifications.ts';

export interface PushMessage {
  /** The browser replaces a notification of the same tag, so a repeated push shows once, and one subject has one. */
  tag: string;
  /** Id of the notification in the account's list; null if it is in none. */
  rowId: string | null;
  /** Words of a button that opens the link; null for no button. */
  act: string | null;
  title: string;
  text: string;
  /** Path in the app. */
  link: string;
  /** Unread notifications; null if unknown. */
  unread: number | null;
}

/** Target of a push without a link. */
const DEFAULT_LINK = '/notifications';
const GENERIC: PushMessage = {
  tag: 'sideline',
  rowId: null,
  act: null,
  title: privatePush.title,
  text: privatePush.text,
  link: DEFAULT_LINK,
  unread: null,
};

const readText = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxLength) : undefined;

/** The path of a link in the app; undefined for another origin, to which a push must not lead. */
export const ownPath = (link: unknown, origin: string): string | undefined => {
  if (typeof link !== 'string' || !link.startsWith('/')) return undefined;
  try {
    const url = new URL(link, origin);
    // `/.//x` resolves to `//x`, which is another origin when it is resolved again.
    const isOurs = url.origin === origin && !url.pathname.startsWith('//');
    return isOurs ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads a push: the JSON itself (Web Push), below `data` (Firebase) or below `notification.data` (a declarative push, in a
 * browser that does not know them). Any other payload becomes a generic message, because every push must show a notification.
 *
 * @param userId The account signed in on this device. A push for another account becomes a generic message.
 */
export const readPush = (payload: string | undefined, origin: string, userId: string | undefined): PushMessage => {
  const data = parse(payload);
  if (!data) return GENERIC;
  const tag = readText(data['id'], 100) ?? GENERIC.tag;
  const unread =
    data['unread'] === '' || data['unread'] === undefined || data['unread'] === null
      ? Number.NaN
      : Number(data['unread']);
  if (userId === undefined || data['userId'] !== userId) return { ...GENERIC, tag };
  const subject = readText(data['subject'], 100);
  return {
    tag: subject ?? tag,
    rowId: subject === undefined ? null : tag,
    act: readText(data['act'], 40) ?? null,
    title: readText(data['title'], 200) ?? GENERIC.title,
    text: readText(data['text'], 500) ?? GENERIC.text,
    link: ownPath(data['link'], origin) ?? DEFAULT_LINK,
    unread: Number.isSafeInteger(unread) && unread >= 0 ? unread : null,
  };
};

const parse = (payload: string | undefined): Record<string, unknown> | undefined => {
  try {
    const parsed = JSON.parse(payload ?? '') as Record<string, unknown> | null;
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const declarative = readRecord(parsed['notification']);
    return readRecord(parsed['data']) ?? readRecord(declarative?.['data']) ?? parsed;
  } catch {
    return undefined;
  }
};

const readRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
