import { readDeviceSetting, writeDeviceSetting } from './device.ts';

/** Target of a tapped notification, for the page that opens: some browsers open the start page instead. */
interface OpenTarget {
  link: string;
  atMs: number;
}
/** A target older than this is ignored, ms. */
const FRESH_MS = 30_000;

export const storeOpenTarget = (link: string, nowMs = Date.now()): Promise<void> =>
  writeDeviceSetting('openTarget', { link, atMs: nowMs } satisfies OpenTarget);

/** Takes the path of a notification tapped just now; undefined if there is none. Pages call it when they start. */
export const takeOpenTarget = async (nowMs = Date.now()): Promise<string | undefined> => {
  const target = await readDeviceSetting<OpenTarget>('openTarget');
  if (!target) return undefined;
  await writeDeviceSetting('openTarget', undefined);
  return Math.abs(nowMs - target.atMs) < FRESH_MS ? target.link : undefined;
};
