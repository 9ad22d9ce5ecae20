import { addDevice, listDevices, readPushConfig, removeDevice } from '#contract/devices.ts';
import { callAs } from '#store/session.ts';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import type { Account } from '../data/account.ts';

export type PushState = 'on' | 'off' | 'denied' | 'unsupported';
type PushConfig = { kind: 'webpush' | 'fcm'; vapidPublicKey: string | null; firebase: Record<string, string> | null };

/** Attempts to register, and the delay before the device list is read again, ms. Source: NOT-030, NOT-031. */
const REGISTER_TRIES = 3;
export const DEVICE_REFRESH_MS = 1_200;

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

export const readPushState = async (): Promise<PushState> => {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await readDeviceSetting('pushRegistrationId')) ? 'on' : 'off';
};

/**
 * The push state, confirmed by the server: a device that is not registered there gets no pushes, whatever the browser's
 * own state is.
 *
 * @throws CallError if the server cannot be asked.
 */
export const confirmPushState = async ({ userId }: Account): Promise<PushState> => {
  const state = await readPushState();
  if (state !== 'on') return state;
  const own = await readDeviceSetting('pushRegistrationId');
  const { output } = await callAs(userId, listDevices, {});
  return output.results.some(({ registrationId }) => registrationId === own) ? 'on' : 'off';
};

/**
 * Asks for permission (from a tap only), subscribes and registers this device.
 *
 * @throws CallError if the registration does not reach the server; Error if the browser's push service refuses.
 */
export const startPush = async (account: Account): Promise<PushState> => {
  if (!isSupported()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await register(account);
  return 'on';
};

const register = async ({ userId }: Account): Promise<void> => {
  const { output: config } = await callAs(userId, readPushConfig, {});
  let failure: unknown;
  for (let tried = 0; tried < REGISTER_TRIES; tried += 1) {
    try {
      const registrationId = await subscribe(config);
      await callAs(userId, addDevice, { registrationId, type: 'web' });
      await writeDeviceSetting('pushRegistrationId', registrationId);
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/** The registration id: FCM's token where it is configured, else the standard subscription as text. */
const subscribe = async (config: PushConfig): Promise<string> => {
  const registration = await navigator.serviceWorker.ready;
  if (config.kind === 'fcm' && config.firebase) {
    const { fcmToken } = await import('./push-firebase.ts');
    return fcmToken(config.firebase, config.vapidPublicKey, registration);
  }
  const applicationServerKey = config.vapidPublicKey;
  const existing = await registration.pushManager.getSubscription();
  const subscription =
    existing && isSameKey(existing, applicationServerKey)
      ? existing
      : await resubscribe(registration, existing, applicationServerKey);
  return JSON.stringify(subscription);
};

const resubscribe = async (
  registration: ServiceWorkerRegistration,
  existing: PushSubscription | null,
  applicationServerKey: string | null,
) => {
  await existing?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
};

const isSameKey = (subscription: PushSubscription, key: string | null): boolean => {
  const used = subscription.options.applicationServerKey;
  if (!used || !key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(used)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return text === key.replaceAll('=', '');
};

/** Renews the registration on start, in case the push service changed or dropped it. Failures wait for the next start. */
export const refreshPush = async (account: Account): Promise<void> => {
  if ((await readPushState()) === 'on') await register(account).catch(() => {});
};

/** Stops pushes on this device. Give `account` if its session stays; ending a session removes the device on the server. */
export const stopPush = async (account?: Account): Promise<void> => {
  if (!isSupported()) return;
  const registrationId = await readDeviceSetting<string>('pushRegistrationId');
  await writeDeviceSetting('pushRegistrationId', undefined);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  if (account && registrationId) await callAs(account.userId, removeDevice, { registrationId }).catch(() => {});
};
