import type { CDPSession } from 'playwright';

/** A notification as it was last shown. */
export interface ShownNotification {
  tag: string;
  title: string;
  body: string;
}

/** Of a notification with a tag, Chromium's id ends with it; what stands before depends on the registration. */
const tagOf = (instanceId: string): string => /#[01](.*)$/s.exec(instanceId)?.[1] ?? instanceId;

/**
 * Records the notifications that the browser shows. `getNotifications()` is unreliable while pushes arrive: Chromium
 * omits those that it is about to show.
 *
 * @returns Reads each notification shown since the start or the last `forget`, by tag: one that replaces another counts
 * once.
 */
export const watchNotifications = async (
  devtools: CDPSession,
): Promise<{ shown: () => ShownNotification[]; forget: () => void }> => {
  const shown = new Map<string, ShownNotification>();
  devtools.on(
    'BackgroundService.backgroundServiceEventReceived',
    ({ backgroundServiceEvent: { eventName, instanceId, eventMetadata } }) => {
      if (eventName !== 'Notification displayed') return;
      const read = (key: string) => eventMetadata.find((each) => each.key === key)?.value ?? '';
      shown.set(instanceId, { tag: tagOf(instanceId), title: read('Title'), body: read('Body') });
    },
  );
  await devtools.send('BackgroundService.clearEvents', { service: 'notifications' });
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true });
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' });
  return { shown: () => [...shown.values()], forget: () => shown.clear() };
};
