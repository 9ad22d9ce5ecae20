import { uploadText } from '#contract/text/upload.ts';
import { readDeviceSetting } from '../device.ts';
import { UploadFailure } from './failure.ts';
import { WAITS_FOR_WIFI, type StoredUploadJob } from './job.ts';

/** `navigator.connection`, where the browser has it. */
interface Connection extends EventTarget {
  /** Only where the browser tells: Chromium on Android and ChromeOS. */
  type?: string;
  saveData?: boolean;
}

const connection = (): Connection | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Connection }).connection;

/** Networks that a phone plan pays for. A type that the browser cannot name (a VPN) does not hold uploads back for ever. */
const MOBILE = new Set(['cellular', 'wimax', 'bluetooth']);

/** Whether this browser tells which network is in use. */
export const tellsNetwork = (): boolean => connection()?.type !== undefined;

const isMobile = (): boolean => MOBILE.has(connection()?.type ?? '') || connection()?.saveData === true;

/** Whether a job waits for Wi-Fi: the person asked for it, this is mobile data or data are saved, and the job may not go. */
export const isHeldForWifi = async ({ anyNetwork }: Pick<StoredUploadJob, 'anyNetwork'>): Promise<boolean> =>
  anyNetwork !== true && isMobile() && (await readDeviceSetting<boolean>('uploadsOnWifiOnly')) === true;

/** @throws UploadFailure `pause` if the job waits for Wi-Fi. Source: decision 0041. */
export const checkWifi = async (job: StoredUploadJob): Promise<void> => {
  if (await isHeldForWifi(job))
    throw new UploadFailure('pause', { code: WAITS_FOR_WIFI, userMessage: uploadText.waitsForWifi });
};

/** Reports that the device has changed its network. @returns Ends it. */
export const onNetworkChange = (listener: () => void): (() => void) => {
  const line = connection();
  line?.addEventListener?.('change', listener);
  return () => line?.removeEventListener?.('change', listener);
};
