import { readPushState, type PushState } from '#app/device/push.ts';

/** What the browser says of this device; undefined where it does not say. */
export interface DeviceFacts {
  usedBytes: number | undefined;
  allowedBytes: number | undefined;
  isPersistent: boolean | undefined;
  push: PushState;
  /** The service worker answers this page's requests: it opens without a network. */
  isControlled: boolean;
  hasBackgroundSync: boolean;
  isUpdateWaiting: boolean;
  isInstalled: boolean;
}

export const readDeviceFacts = async (): Promise<DeviceFacts> => {
  const [estimate, isPersistent, push, registration] = await Promise.all([
    navigator.storage?.estimate?.().catch(() => undefined),
    navigator.storage?.persisted?.().catch(() => undefined),
    readPushState(),
    navigator.serviceWorker?.getRegistration().catch(() => undefined),
  ]);
  return {
    usedBytes: estimate?.usage,
    allowedBytes: estimate?.quota,
    isPersistent,
    push,
    isControlled: Boolean(navigator.serviceWorker?.controller),
    hasBackgroundSync: registration !== undefined && 'sync' in registration,
    isUpdateWaiting: Boolean(registration?.waiting),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  };
};
