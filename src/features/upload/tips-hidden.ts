import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { SharedRead } from '#app/data/shared-read.ts';

const KEY = 'hideTips:upload';
const read = async () => (await readDeviceSetting<boolean>(KEY)) ?? false;

/** Whether this device hides the upload tips, live; undefined before the first read. */
export const tipsHidden = new SharedRead(read);

/** Hides the upload tips on this device permanently. Source: LIB-013, T-29. */
export const hideTips = (): Promise<void> => writeDeviceSetting(KEY, true);

/** Resolves once it is known whether the tips are shown. A screen that waits for it does not shift later. */
export const tipsKnown = async (): Promise<void> => {
  if (tipsHidden.value === undefined) await read().then(tipsHidden.take, () => {});
};
