import type { Config } from '../config.ts';
import type { PushSender } from './push.ts';
import { createFcmSender } from './push-fcm.ts';
import { createWebPushSender } from './push-web.ts';

/**
 * Creates the configured push sender: Firebase, else standard Web Push. Source: D-166.
 *
 * @param ca Certificate of a push service on this machine; for tests.
 */
export const createPushSender = (
  { push, nodeEnv, publicUrl }: Pick<Config, 'push' | 'nodeEnv' | 'publicUrl'>,
  ca?: string,
): PushSender =>
  push.kind === 'fcm' ? createFcmSender(push) : createWebPushSender(push, publicUrl, nodeEnv !== 'production', ca);
