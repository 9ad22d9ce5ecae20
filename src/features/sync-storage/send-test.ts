import { testDevice } from '#contract/devices.ts';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import { CallError } from '#store/api.ts';
import { readDeviceSetting } from '#store/device.ts';
import { failureText, type useOnlineCall } from '#app/data/use-act.ts';
import { hasArrived } from './await-push.ts';

/** The last step that a test push took: the whole way, or the step that failed. Source: decision 0134. */
export type TestStep = keyof typeof syncStorageText.testSteps;

export interface TestOutcome {
  step: TestStep | 'failed';
  text: string;
}

/** Steps after which registering this device again helps. */
const AGAIN: ReadonlySet<string> = new Set<TestStep>(['noSubscription', 'unknown', 'gone', 'refused', 'missing']);
export const mayRegisterAgain = ({ step }: TestOutcome): boolean => AGAIN.has(step);

const at = (step: TestStep): TestOutcome => ({ step, text: syncStorageText.testSteps[step] });

/** Goes the way of a push: permission, subscription, server, push service, service worker. */
export const sendTest = async (call: ReturnType<typeof useOnlineCall>): Promise<TestOutcome> => {
  if (Notification.permission !== 'granted') return at('noPermission');
  const registrationId = await readDeviceSetting<string>('pushRegistrationId');
  const worker = await navigator.serviceWorker.getRegistration();
  if (!registrationId || !(await worker?.pushManager.getSubscription())) return at('noSubscription');
  try {
    const { id, result = 'sent' } = await call(testDevice, { registrationId });
    if (result !== 'sent') return at(result);
    return at((await hasArrived(id)) ? 'arrived' : 'missing');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 404) return at('unknown');
    return { step: 'failed', text: error.kind === 'offline' ? syncStorageText.testOffline : failureText(error) };
  }
};
