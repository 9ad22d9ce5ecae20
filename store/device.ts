import { Dexie, type EntityTable } from 'dexie';

/** What outlives an account on this device. Source: D-365. */
export interface DeviceSetting {
  key: string;
  value: unknown;
}
/** A sign-out that the server has not heard of. It is told before anything else, with the token of that session. */
export interface PendingSignOut {
  userId: string;
  /** Empty if there was none: then the server is not told. */
  accessToken: string;
  signedOutAtMs: number;
  /** Everything of the account is off this device. */
  isWiped?: boolean;
}

export type DeviceDatabase = Dexie & {
  settings: EntityTable<DeviceSetting, 'key'>;
  signOuts: EntityTable<PendingSignOut, 'userId'>;
};

export const DEVICE_DATABASE = 'sideline-device';

export const deviceDatabase = new Dexie(DEVICE_DATABASE) as DeviceDatabase;
deviceDatabase.version(1).stores({ settings: 'key', signOuts: 'userId' });

/** Keys of the device's settings; `hideTips:<page>` ones are made as needed. */
export type DeviceKey =
  | 'activeUserId'
  | 'theme'
  | 'pushRegistrationId'
  | 'lineBytesPerSecond'
  | 'updateLaterUntilMs'
  | 'dashboardTarget'
  | 'openTarget'
  | `hideTips:${string}`;

export const readDeviceSetting = async <T>(key: DeviceKey): Promise<T | undefined> =>
  (await deviceDatabase.settings.get(key))?.value as T | undefined;

export const writeDeviceSetting = async (key: DeviceKey, value: unknown): Promise<void> => {
  if (value === undefined) await deviceDatabase.settings.delete(key);
  else await deviceDatabase.settings.put({ key, value });
};
