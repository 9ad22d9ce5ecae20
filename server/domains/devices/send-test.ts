import type { OutputOf } from '#contract/call.ts';
import type { testDevice } from '#contract/devices.ts';
import { testPush } from '#contract/text/notifications.ts';
import { PushRefused } from '#server/adapters/push.ts';
import type { Services } from '#server/services.ts';
import { deleteDevice, readTestPush } from './queries.ts';

type TestResult = NonNullable<OutputOf<typeof testDevice>['result']>;

/**
 * Sends a test push to a device, regardless of its person's preferences. One that is gone is deleted.
 *
 * @returns What the push service said, for the person to read. Source: decision 0134.
 */
export const sendTest = async (
  { database: { db }, push, log }: Services,
  { testId, deviceId }: { testId: string; deviceId: string },
): Promise<TestResult> => {
  const device = await readTestPush(db, deviceId);
  if (!device) return 'gone';
  const { registrationId, userId, unread } = device;
  try {
    const result = await push.send(registrationId, { id: testId, userId, ...testPush, unread });
    if (result === 'gone') await deleteDevice(db, deviceId, registrationId);
    return result;
  } catch (error) {
    log.warn({ err: error }, 'test push');
    return error instanceof PushRefused ? 'refused' : 'unreachable';
  }
};
