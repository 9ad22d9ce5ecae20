import { initializeApp } from 'firebase/app';
import { getMessaging, getToken } from 'firebase/messaging';

/** This device's token at Firebase Cloud Messaging; messages arrive as plain push events in our service worker. */
export const fcmToken = (
  config: Record<string, string>,
  vapidKey: string | null,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> =>
  getToken(getMessaging(initializeApp(config)), { serviceWorkerRegistration, ...(vapidKey ? { vapidKey } : {}) });
