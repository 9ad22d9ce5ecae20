import { readDeviceSetting, writeDeviceSetting } from './device.ts';

/** Where a tapped notification leads, for the page that opens: some browsers open the start page instead. */
interface OpenTarget {
  link: string;
  atMs: number;
}
/** A target that no page has taken by then is forgotten. */
const FRESH_MS = 30_000;

export const leaveOpenTarget = (link: string, nowMs = Date.now()): Promise<void> =>
  writeDeviceSetting('openTarget', { link, atMs: nowMs } satisfies OpenTarget);

/** The path that a tap asked for just now, once; undefined if none did. Pages ask at their start. */
export const takeOpenTarget = async (nowMs = Date.now()): Promise<string | undefined> => {
  const target = await readDeviceSetting<OpenTarget>('openTarget');
  if (!target) return undefined;
  await writeDeviceSetting('openTarget', undefined);
  return Math.abs(nowMs - target.atMs) < FRESH_MS ? target.link : undefined;
};
