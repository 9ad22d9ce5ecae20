import { readActiveUserId } from '#store/door.ts';
import { pullOnce } from '#store/sync/pull.ts';
import { ICON } from './notices.ts';
import { sendOutbox } from './outbox-sync.ts';
import { readPush, type PushMessage } from './push-message.ts';
import { pages, scope, within } from './scope.ts';
import { sendUploads } from './upload-sync.ts';

/** Reading the device must not keep the notification waiting. */
const WHO_BUDGET_MS = 1_500;
const PULL_BUDGET_MS = 20_000;
/** The browser ends a push's event after 90 s. */
const SEND_BUDGET_MS = 70_000;

/** Every push shows one notification, always: browsers take the subscription away otherwise. */
export const showPushes = (): void => {
  scope.addEventListener('push', (event) => event.waitUntil(show(event.data)));
};

const show = async (data: PushMessageData | null): Promise<void> => {
  const userId = await within(readActiveUserId(), WHO_BUDGET_MS, undefined);
  const message = readPush(textOf(data), scope.location.origin, userId);
  await scope.registration.showNotification(message.title, {
    body: message.text,
    tag: message.tag,
    icon: ICON,
    badge: ICON,
    data: { link: message.link },
  });
  await Promise.allSettled([setBadge(message), userId ? takeNews(userId) : undefined]);
};

const textOf = (data: PushMessageData | null): string | undefined => {
  try {
    return data?.text();
  } catch {
    return undefined;
  }
};

const setBadge = async ({ unread }: PushMessage): Promise<void> => {
  if (unread !== null) await scope.navigator.setAppBadge?.(unread);
};

/** An open page takes the news itself. Without one, what waits is sent too: nothing else may wake this worker for days. */
const takeNews = async (userId: string): Promise<void> => {
  const open = await pages();
  for (const page of open) page.postMessage({ type: 'PULL' });
  if (open.some((page) => page.visibilityState === 'visible')) return;
  await Promise.allSettled([
    within(pullOnce(userId), PULL_BUDGET_MS, undefined),
    sendOutbox(SEND_BUDGET_MS),
    sendUploads(SEND_BUDGET_MS),
  ]);
};
