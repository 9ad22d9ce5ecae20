import { expect, test } from 'vitest';
import { waitingReason } from './waiting-reason.ts';

const entry = { dependsOn: null, attempts: 0, nextAttemptAtMs: 0 };
const online = { isOnline: true, isBehind: false };

test('the reason why a change is unsent', () => {
  expect(waitingReason(entry, online).words).toBe('Sending');
  expect(waitingReason(entry, { ...online, isOnline: false }).words).toBe('Will send when online');
  expect(waitingReason({ ...entry, attempts: 3, nextAttemptAtMs: 5 }, online).words).toBe(
    'Tried 3 times, will try again by itself',
  );
  expect(waitingReason({ ...entry, attempts: 3, nextAttemptAtMs: 5, wasOffline: false }, online).words).toBe(
    'The server cannot take it at the moment. Tried 3 times, will try again by itself',
  );
  expect(waitingReason({ ...entry, dependsOn: 'upload' }, online).words).toBe('Waits until its upload is finished');
  expect(waitingReason(entry, { isOnline: true, isBehind: true }).words).toBe('Waits for the change before it');
});
