import { vi } from 'vitest';

/** Fixtures: a browser that grants pushes and has a push service, in place of one that needs a person and Google's services. */

export const SUBSCRIPTION = { endpoint: 'https://push.example.org/1', options: { applicationServerKey: null } };
/** What `devices.pushConfig` answers. */
export const PUSH_CONFIG = { kind: 'webpush', vapidPublicKey: 'BOr2', firebase: null };

/** Until `vi.restoreAllMocks()`. What it has may be changed at any time. */
export const grantPushes = () => {
  const has = {
    permission: 'granted' as NotificationPermission,
    subscription: null as object | null,
    /** Whether the notification of a push is on the screen. */
    isShown: true,
  };
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => has.permission);
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => has.permission);
  let skippedMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  const registration = {
    pushManager: {
      getSubscription: async () => has.subscription,
      subscribe: async () => (has.subscription = { ...SUBSCRIPTION, unsubscribe: async () => true }),
    },
    getNotifications: async () => {
      if (has.isShown) return [{}];
      // The time to wait for it is over at the first look.
      skippedMs += 60_000;
      return [];
    },
  };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration) as never);
  return has;
};
