import { Dexie, type EntityTable } from 'dexie';
import { endWithPage } from './end-with-page.ts';

/** A setting of the device, which stays when an account signs out. Source: D-365. */
export interface DeviceSetting {
  key: string;
  value: unknown;
}
/** A sign-out that the server has not acknowledged, or whose local data is not deleted yet. */
export interface PendingSignOut {
  userId: string;
  /** Token of the session that ended; empty if nothing needs to be sent. */
  accessToken: string;
  signedOutAtMs: number;
  /** All data of the account is deleted from this device. */
  isWiped?: boolean;
}

export type DeviceDatabase = Dexie & {
  settings: EntityTable<DeviceSetting, 'key'>;
  signOuts: EntityTable<PendingSignOut, 'userId'>;
};

export const DEVICE_DATABASE = 'sideline-device';

export const deviceDatabase = endWithPage(new Dexie(DEVICE_DATABASE) as DeviceDatabase);
deviceDatabase.version(1).stores({ settings: 'key', signOuts: 'userId' });

/** The account of a person that an operator of this device is in. Source: decision 0114. */
export interface OperatorSession {
  userId: string;
  /** When it ends, ISO 8601. */
  endsAt: string;
}

/** Keys of the device's settings. */
export type DeviceKey =
  | 'activeUserId'
  | 'theme'
  | 'pushRegistrationId'
  | 'refreshAttempt'
  | 'lineBytesPerSecond'
  | 'uploadsOnWifiOnly'
  /** Height of the picture in which videos are saved for offline, px. */
  | 'saveHeight'
  | 'updateLaterUntilMs'
  | 'dashboardTarget'
  | 'openTarget'
  /** An `OperatorSession`, while an operator is in the account of a person. */
  | 'operatorSession'
  | `hideTips:${string}`
  /** By person: declined or used. */
  | `passkeyOfferEnded:${string}`
  /** By person: until when no date of birth is taken, because one was below 13, Unix ms. */
  | `tooYoungUntilMs:${string}`;

export const readDeviceSetting = async <T>(key: DeviceKey): Promise<T | undefined> =>
  (await deviceDatabase.settings.get(key))?.value as T | undefined;

export const writeDeviceSetting = async (key: DeviceKey, value: unknown): Promise<void> => {
  if (value === undefined) await deviceDatabase.settings.delete(key);
  else await deviceDatabase.settings.put({ key, value });
};
