import { Agent } from 'node:https';
import type { PushConfig } from '../config.ts';
import { PushRefused, type PushSender } from './push.ts';
import { guardedLookup, isAllowedEndpoint, readSubscription } from './push-endpoint.ts';
import { writePush } from './push-declarative.ts';
import { PUSH_LIFE_S, PUSH_TIMEOUT_MS } from './push-limits.ts';

type WebPushConfig = Extract<PushConfig, { kind: 'webpush' }>;

/** Statuses of a push service for a subscription that it no longer knows (RFC 8030 §7.3). */
const GONE = new Set([404, 410]);

/** Standard Web Push: encrypted for the browser, signed with the server's VAPID keys. */
export const createWebPushSender = (
  { vapid, subject }: WebPushConfig,
  publicUrl: string,
  allowLoopback: boolean,
  ca?: string,
): PushSender => {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 20,
    lookup: guardedLookup(allowLoopback),
    ...(ca ? { ca } : {}),
  });
  return {
    kind: 'webpush',
    publicKey: vapid.publicKey,
    firebase: null,
    async send(registrationId, payload) {
      const subscription = readSubscription(registrationId);
      if (!subscription || !isAllowedEndpoint(subscription.endpoint, allowLoopback)) return 'gone';
      // Imported with the first push, to start faster.
      const { default: webpush, WebPushError } = await import('web-push');
      try {
        await webpush.sendNotification(subscription, writePush(subscription.endpoint, payload, publicUrl), {
          vapidDetails: { subject, ...vapid },
          TTL: PUSH_LIFE_S,
          contentEncoding: 'aes128gcm',
          timeout: PUSH_TIMEOUT_MS,
          agent,
        });
        return 'sent';
      } catch (error) {
        if (!(error instanceof WebPushError)) throw error;
        if (GONE.has(error.statusCode)) return 'gone';
        throw new PushRefused(`The push service answered ${error.statusCode}`, { cause: error });
      }
    },
  };
};
