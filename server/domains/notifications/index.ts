import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { reconsiderDigests } from './digests.ts';
import { forgetUnreachable } from './reach.ts';
import { deleteNotifications, markAllRead, markRead, mergeSettings, readSavedSettings } from './queries.ts';
import { completeSettings } from './settings.ts';

export { deleteNoticesAbout, findNoticedAbout } from './leaving.ts';
export { mailDigest } from './digest-mail.ts';
export { isGoodLink, STOP_PATH, stopDigestMails } from './digest-stop.ts';
export { makeDigests, readDigestPush, reconsiderDigests } from './digests.ts';
export { mailNotice } from './mail.ts';
export { forgetUnreachable, mailPerson, takeReturnedMail } from './reach.ts';
export { notify, notifyAll } from './notify.ts';
export { preferenceOf, wayOf } from './settings.ts';
export { shadeOf } from './shade.ts';
export { readPush, type PushTask } from './queries.ts';

const listNotifications: Handler<'notifications.list'> = ({ db, session }, { recipientType, page, before }) => {
  const own = sql`user_id = ${session.userId} and recipient_type = ${recipientType}`;
  const listed = before === undefined ? own : sql`${own} and sent_at < ${new Date(before)}`;
  return answerJson(
    db,
    sql`select json_build_object(
        'count', (select count(*) from notifications where ${listed}),
        'unreadCount', (select count(*) from notifications where ${own} and not is_read),
        'results', coalesce((select json_agg(n.row order by n.sent_at desc, n.id desc) from (
          select row, sent_at, id from notification_rows where ${listed}
          order by sent_at desc, id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}) n), '[]'))`,
  );
};

const changeSettings: Handler<'notifications.changeSettings'> = async (
  { db, session, wake, now },
  { isEnabled, isMailed, frequency, notificationTypeName },
) => {
  if ((frequency === undefined) !== (notificationTypeName === undefined)) {
    throw new Problem('request.invalid', {
      message: 'A frequency needs its type.',
      field: frequency ? 'notificationTypeName' : 'frequency',
    });
  }
  wake(session.scope);
  await raiseScopes(db, [session.scope]);
  const frequencies = notificationTypeName && frequency ? { [notificationTypeName]: frequency } : {};
  const settings = await mergeSettings(db, session.userId, { isEnabled, isMailed }, frequencies);
  await reconsiderDigests(db, session.userId, now);
  return completeSettings(settings);
};

/** Notifications and their preferences. Every row is the person's own, whatever the scope. */
export const notificationsHandlers: AreaHandlers<'notifications'> = {
  'notifications.list': listNotifications,
  'notifications.markRead': async ({ db }, { notificationId }) => {
    await markRead(db, notificationId);
    return answerJson(db, sql`select row from notification_rows where notification_id = ${notificationId}`);
  },
  'notifications.markAllRead': async ({ db, session, now }, { recipientType, until }) => {
    await markAllRead(db, session.userId, recipientType, until ? new Date(until) : now);
    return undefined;
  },
  'notifications.delete': async ({ db, session }, { notificationIds }) => {
    await deleteNotifications(db, session.userId, notificationIds);
    return undefined;
  },
  'notifications.settings': async ({ db, session }) => completeSettings(await readSavedSettings(db, session.userId)),
  'notifications.tryMail': async ({ db, session, wake }) => {
    wake(session.scope);
    await raiseScopes(db, [session.scope]);
    await forgetUnreachable(db, session.userId);
    return undefined;
  },
  'notifications.changeSettings': changeSettings,
};
