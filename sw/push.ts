import { readActiveUserId } from '#store/door.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { matchNotices } from './notices.ts';
import { sendOutbox } from './outbox-sync.ts';
import { readPush, type PushMessage } from './push-message.ts';
import { showInShade } from './shade.ts';
import { within } from '#store/within.ts';
import { pages, worker } from './worker-global.ts';
import { sendUploads } from './upload-sync.ts';

/** Longest delay of a notification by reading the account, ms. */
const READ_USER_BUDGET_MS = 1_500;
const PULL_BUDGET_MS = 20_000;
/** Time for sending, ms: the browser ends a push event after 90 s. */
const SEND_BUDGET_MS = 70_000;

/** A push event that may be declarative (Safari 18.4): it then has the notification that the system proposes, and no data. */
type AnyPush = Pick<PushEvent, 'data'> & { readonly notification?: Pick<Notification, 'data'> | null };

/** Shows one notification for every push: browsers cancel the subscription otherwise. */
export const handlePush = (event: PushEvent): void => event.waitUntil(show(event));

const show = async (push: AnyPush): Promise<void> => {
  const userId = await within(readActiveUserId(), READ_USER_BUDGET_MS, undefined);
  const message = readPush(textOf(push), worker.location.origin, userId);
  await showInShade(message, userId);
  await Promise.allSettled([setBadge(message), userId ? syncNow(userId) : undefined]);
};

const textOf = ({ data, notification }: AnyPush): string | undefined => {
  try {
    return data?.text() ?? JSON.stringify(notification?.data);
  } catch {
    return undefined;
  }
};

const setBadge = async ({ unread }: PushMessage): Promise<void> => {
  if (unread !== null) await worker.navigator.setAppBadge?.(unread);
};

/** Pulls, and sends pending work too, since nothing else may wake this worker for days. A visible page does both itself. */
const syncNow = async (userId: string): Promise<void> => {
  const open = await pages();
  for (const page of open) page.postMessage({ type: 'PULL' });
  if (open.some((page) => page.visibilityState === 'visible')) return;
  await Promise.allSettled([
    within(pullAndMatch(userId), PULL_BUDGET_MS, undefined),
    sendOutbox(SEND_BUDGET_MS),
    sendUploads(SEND_BUDGET_MS),
  ]);
};

/** Pulls, and takes away what another device has read meanwhile. */
const pullAndMatch = async (userId: string): Promise<void> => {
  await pullOnce(userId);
  await matchNotices(userId);
};
