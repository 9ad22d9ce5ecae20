import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import { isAllowedEndpoint, readSubscription } from '#server/adapters/push-endpoint.ts';
import type { Services } from '#server/services.ts';

export interface Registration {
  id: string;
  /** Identifies the device: one browser registers again with the same address and perhaps other keys. */
  hash: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Reads what a browser registers with: a serialized subscription for Web Push, a token for FCM (D-166).
 *
 * @param check `any` to find the row of a device that was registered before, without a check of its address.
 * @throws Problem `request.invalid` for an address that this server must not call.
 */
export const readRegistration = (
  { push, config }: Services,
  registrationId: string,
  check: 'allowed' | 'any' = 'allowed',
): Registration => {
  const subscription = readSubscription(registrationId);
  if (check === 'any' || push.kind === 'fcm')
    return { id: registrationId, hash: hashOf(subscription?.endpoint ?? registrationId) };
  if (!subscription || !isAllowedEndpoint(subscription.endpoint, config.nodeEnv !== 'production')) {
    throw new Problem('request.invalid', { message: 'This is no address of a push service.', field: 'registrationId' });
  }
  return { id: registrationId, hash: hashOf(subscription.endpoint) };
};
