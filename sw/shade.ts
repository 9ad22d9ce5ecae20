import { shadeText } from '#contract/text/notifications-shade.ts';
import { accountDatabase } from '#store/door.ts';
import { rowsOfNotice, type NoticeData } from '#store/notices.ts';
import { within } from '#store/within.ts';
import { ICON } from './notices.ts';
import type { PushMessage } from './push-message.ts';
import { worker } from './worker-global.ts';

/** Names of buttons: a notification on the screen may be older than this build. */
export const READ_ACTION = 'read';
const ACT_ACTION = 'act';
/** Longest delay of a notification by finding what it stands for beside itself, ms. */
const GATHER_BUDGET_MS = 1_000;
/** Most rows that one notification stands for; those before are read in the app. */
const ROWS_MAX = 100;

let last: Promise<void> = Promise.resolve();

/**
 * Shows a push. What the shade shows of the same subject is replaced by it, and its unread rows are counted with it. One
 * after the other: two at once would each count without the other.
 *
 * @param userId Whoever is signed in; undefined if nobody is.
 */
export const showInShade = (message: PushMessage, userId: string | undefined): Promise<void> => {
  const shown = last.then(() => show(message, userId));
  last = shown.catch(() => {});
  return shown;
};

const show = async (message: PushMessage, userId: string | undefined): Promise<void> => {
  const { title, text, tag, link, rowId } = message;
  const isOwn = userId !== undefined && rowId !== null;
  const ids = isOwn ? [...(await within(gather(tag, rowId, userId), GATHER_BUDGET_MS, [])), rowId] : [];
  const data: NoticeData = { link, ids, ...(isOwn && { userId }) };
  await worker.registration.showNotification(title, {
    body: ids.length > 1 ? shadeText.andMore(text, ids.length - 1) : text,
    tag,
    icon: ICON,
    badge: ICON,
    data,
    ...buttonsOf(message, isOwn),
  });
};

/** The unread rows that the shade shows under this tag to the same person, without this one. */
const gather = async (tag: string, rowId: string, userId: string): Promise<string[]> => {
  const shown = await worker.registration.getNotifications({ tag });
  const own = shown.filter(({ data }) => (data as Partial<NoticeData> | null)?.userId === userId);
  const ids = [...new Set(own.flatMap(rowsOfNotice))].filter((id) => id !== rowId).slice(1 - ROWS_MAX);
  if (ids.length === 0) return ids;
  const rows = await within(accountDatabase(userId).notifications.bulkGet(ids), GATHER_BUDGET_MS / 2, []);
  return ids.filter((_, at) => !rows[at]?.isRead);
};

/** As many buttons as the browser shows; many show none. */
const buttonsOf = ({ act }: PushMessage, isOwn: boolean): { actions?: { action: string; title: string }[] } => {
  const { maxActions = 0 } = Notification as { maxActions?: number };
  if (!isOwn || maxActions === 0) return {};
  const read = { action: READ_ACTION, title: shadeText.markRead };
  return { actions: (act === null ? [read] : [read, { action: ACT_ACTION, title: act }]).slice(0, maxActions) };
};
