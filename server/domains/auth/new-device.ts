import { newId } from '#contract/ids.ts';
import { devicesText } from '#contract/text/account-devices.ts';
import { messageText } from '#contract/text/auth-messages.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { CallContext } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { deviceLabel } from '../account-events/index.ts';
import { notify } from '../notifications/index.ts';
import { knownDevice } from './known-device.ts';
import { countNewDevice } from './limits.ts';
import { readRefreshToken } from './secrets.ts';
import { clientOf, cookieToken } from './sessions.ts';
import { momentIn } from '#server/time-zone.ts';

/**
 * Whether nobody has signed in to the account on this device before, though somebody has elsewhere. A device whose cookie is gone
 * is known as long as it holds a session of the account. Asked before the session of the sign-in is opened. Source: decision 0117.
 */
export const isNewDevice = async (context: CallContext, db: Db, userId: string): Promise<boolean> => {
  if (knownDevice(context, userId) || (await holdsSession(context, db, userId))) return false;
  const before = await db
    .selectFrom('account_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'sign_in')
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
};

/** Whether the request has the cookie of a session of the account that is open. An operator's in it is not the owner's. */
const holdsSession = async (context: CallContext, db: Db, userId: string): Promise<boolean> => {
  const held = readRefreshToken(context.services.config.secret, cookieToken(context) ?? '');
  if (!held) return false;
  const open = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', held.sessionId)
    .where('user_id', '=', userId)
    .where('operator_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', context.now)
    // An older token was copied, or is about to end the session (D-58).
    .where('generation', '<=', held.generation + 1)
    .executeTakeFirst();
  return open !== undefined;
};

/**
 * Tells the owner of a sign-in on a new device, in its transaction: on all their devices, and by mail or text message. Who signs in
 * over and over is told of a few times (`countNewDevice`); the account history has each. Source: decision 0117.
 */
export const tellOfNewDevice = async (context: CallContext, db: Db, userId: string): Promise<void> => {
  const { services, now } = context;
  const { userAgent, network } = clientOf(context);
  const label = deviceLabel(userAgent);
  if (!(await countNewDevice(db, userId, `${label}:${network ?? ''}`))) return;
  const { last_role, time_zone } = await db
    .selectFrom('users')
    .select(['last_role', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const facts = { device: label || devicesText.unknownDevice, when: momentIn(now, time_zone) };
  const cause = `new_device:${newId(now.getTime())}`;
  const { title, text, linkTitle } = notificationKinds.new_device;
  await notify(db, services, {
    userId,
    recipientType: last_role === 'learner' ? 'learner' : 'educator',
    kind: 'new_device',
    cause,
    title: title(),
    text: text(facts),
    link: notificationLinks.devices,
    linkTitle,
  });
  // A job of its own: who is in the account can delete the notification.
  const message = messageText.newDeviceMail(facts, services.config.publicUrl);
  await services.jobs.send(db, 'security.send', { userId, message }, { key: cause });
};
