import { sendsWhenClosed } from '#store/background.ts';
import { readPushState, type PushState } from '#app/device/push.ts';

/** Figures that the browser reports; undefined if it does not. */
export interface DeviceFacts {
  usedBytes: number | undefined;
  allowedBytes: number | undefined;
  isPersistent: boolean | undefined;
  push: PushState;
  /** The service worker controls this page, so it opens offline. */
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
    hasBackgroundSync: registration !== undefined && sendsWhenClosed(),
    isUpdateWaiting: Boolean(registration?.waiting),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  };
};
