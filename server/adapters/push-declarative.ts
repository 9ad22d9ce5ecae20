import { privatePush } from '#contract/text/notifications.ts';
import type { PushPayload } from './push.ts';

/** Apple's push service, whose browsers show a declarative push. Others would show its general text in place of the real one. */
const APPLE_HOST = /(^|\.)push\.apple\.com$/;
/** Marks a declarative push (Push API, section "Declarative push message"). */
const WEB_PUSH = 8030;
/** Where a push leads that the browser shows itself. */
const FALLBACK_PATH = '/notifications';

/**
 * The text of a push for one device.
 *
 * An iPhone deletes the service worker of an app that was not opened for weeks, and then showed nothing. So its push is
 * declarative: the service worker still shows the real text (`mutable`), and where there is none the system shows the
 * general one. The general one is all it may show, because nothing checks there who is signed in.
 *
 * @param endpoint The subscription's, an https address.
 * @param publicUrl Address of the app; a push that the system shows needs an absolute link.
 */
export const writePush = (endpoint: string, payload: PushPayload, publicUrl: string): string => {
  if (!APPLE_HOST.test(new URL(endpoint).hostname)) return JSON.stringify(payload);
  return JSON.stringify({
    web_push: WEB_PUSH,
    mutable: true,
    notification: {
      title: privatePush.title,
      body: privatePush.text,
      navigate: new URL(FALLBACK_PATH, publicUrl).href,
      tag: payload.subject ?? payload.id,
      data: payload,
    },
  });
};
