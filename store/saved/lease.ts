import type { SavedLease, SavedMedia } from '../database.ts';
import { serverNowMs } from '../server-time.ts';

/** How long a copy may be watched after the server last confirmed the right to it, ms. Source: decision 0086. */
export const LEASE_MS = 30 * 24 * 3_600_000;

/** A lease that the server's answer has just confirmed. */
export const newLease = (accessEndsAt: string | null | undefined, deviceMs: number = Date.now()): SavedLease => {
  const checkedAtMs = serverNowMs() ?? deviceMs;
  return {
    checkedAtMs,
    endsAtMs: accessEndsAt ? Date.parse(accessEndsAt) : null,
    seenAtMs: checkedAtMs,
    deviceAtMs: deviceMs,
  };
};

/**
 * The server's time as this device knows it: the server's own since its first answer in this context, else the latest time
 * that was noted and what the device's clock has advanced since. A clock that is set back adds nothing.
 */
export const leaseNowMs = (
  { seenAtMs, deviceAtMs }: SavedLease,
  serverMs: number | null = serverNowMs(),
  deviceMs: number = Date.now(),
): number => serverMs ?? seenAtMs + Math.max(0, deviceMs - deviceAtMs);

/** Until when a copy may be watched offline, server's time, Unix ms. */
export const leaseEndMs = ({ checkedAtMs, endsAtMs }: SavedLease): number =>
  Math.min(checkedAtMs + LEASE_MS, endsAtMs ?? Infinity);

/** Whether a copy may be watched now. Own files have no lease and no end. */
export const isPlayable = (
  { lease }: Pick<SavedMedia, 'lease'>,
  serverMs: number | null = serverNowMs(),
  deviceMs: number = Date.now(),
): boolean => !lease || leaseNowMs(lease, serverMs, deviceMs) < leaseEndMs(lease);

/** The lease with the present time noted in it, so that a clock that is set back later does not lengthen it. */
export const notedLease = (
  lease: SavedLease,
  serverMs: number | null = serverNowMs(),
  deviceMs: number = Date.now(),
): SavedLease => ({ ...lease, seenAtMs: leaseNowMs(lease, serverMs, deviceMs), deviceAtMs: deviceMs });
