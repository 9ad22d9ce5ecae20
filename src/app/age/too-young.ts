import { useLiveQuery } from 'dexie-react-hooks';
import { AGE_REFUSED_DAYS } from '#contract/limits.ts';
import type { Me } from '#contract/rows.ts';
import { setPersonalInfo } from '#contract/profiles.ts';
import { CallError } from '#store/api.ts';
import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';
import { trueNowMs } from '#store/server-time.ts';
import { callAs } from '#store/session.ts';

const DAY_MS = 86_400_000;

/** Whether this device keeps that the person named a date of birth below 13. */
export const isTooYoung = async (userId: string): Promise<boolean> =>
  trueNowMs() < ((await readDeviceSetting<number>(`tooYoungUntilMs:${userId}`)) ?? 0);

/** As `isTooYoung`, live; false until it is read. */
export const useIsTooYoung = (userId: string): boolean => useLiveQuery(() => isTooYoung(userId), [userId], false);

/** From now on this device takes no date of birth of this person, for some time. Source: decision 0074. */
export const keepTooYoung = (userId: string): Promise<void> =>
  writeDeviceSetting(`tooYoungUntilMs:${userId}`, trueNowMs() + AGE_REFUSED_DAYS * DAY_MS);

/**
 * Keeps the refusal on this device, and on the server, which keeps no date. Without a connection the device alone knows it:
 * a date of birth of a child is not stored until there is one.
 */
export const refuseTooYoung = async ({ userId, profileId, scope }: Me, dateOfBirth: string): Promise<void> => {
  await keepTooYoung(userId);
  await callAs(userId, setPersonalInfo, { userId, profileId, dateOfBirth }, { scope }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
  });
};
