import type { Call } from './call.ts';
import { authCalls } from './auth.ts';
import { channelCalls } from './channels.ts';
import { libraryCalls } from './library.ts';
import { notificationCalls } from './notifications.ts';
import { pageCalls } from './pages.ts';
import { sportCalls } from './sports.ts';
import { syncCalls } from './sync.ts';
import { uploadCalls } from './upload.ts';

/**
 * The whole table. Only the server, the service worker and the tests load it; a route imports the calls it makes.
 */
const areas = {
  ...authCalls,
  ...pageCalls,
  ...sportCalls,
  ...libraryCalls,
  ...uploadCalls,
  ...channelCalls,
  ...notificationCalls,
  ...syncCalls,
};

type AnyCall = (typeof areas)[keyof typeof areas];
export type CallId = AnyCall['id'];
export type CallById<Id extends CallId> = Extract<AnyCall, { id: Id }>;

export const allCalls: readonly Call[] = Object.values(areas);
export const callById: ReadonlyMap<string, Call> = new Map(allCalls.map((call) => [call.id, call]));
