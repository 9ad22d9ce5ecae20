import { sql } from 'kysely';
import { DELETION_UNDO_DAYS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { leavingMail } from '#contract/text/account-leaving-mail.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import {
  checkOwnPassword,
  clearRefreshCookie,
  deletionOf,
  endAllSessions,
  proveAccount,
  sendSecurityMessage,
} from '../auth/index.ts';
import { recordAccountEvent } from '../account-events/index.ts';
import { endPlanOfLeaver } from '../storage/index.ts';
import { endUpload, findRunningOf } from '../upload/index.ts';
import { removeExports } from './export/keep.ts';
import { requireNoOwnership, switchOff, switchOn, type Switched } from './hiding.ts';

const deviceOf = ({ request }: CallContext): string | undefined => request.header('user-agent');

/**
 * Deletes the caller's account: hides the person everywhere, ends sessions, subscriptions, the storage plan and uploads, and starts the
 * job that removes notifications about the person. Nothing of the person's is erased for twelve months. Source: D-90, PRO-072.
 */
export const deleteAccount: Handler<'account.delete'> = async (context, { password }) => {
  const { services, db, session, now, wake } = context;
  const { userId, scope } = session;
  await checkOwnPassword(context, password);
  const uploads = await findRunningOf(db, userId);
  const scopes = new Set([scope, ...session.organizationScopes, ...uploads.map((upload) => upload.scope)]);
  // A repeat whose first delivery is still running waits here, and deletes nothing again.
  await raiseScopes(db, scopes);
  const { deletedAt } = await db
    .selectFrom('users')
    .select('deleted_at as deletedAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (deletedAt) return deletionOf(deletedAt);
  // Behind the counters of the organizations: of a transfer at the same moment it sees what became of it.
  await requireNoOwnership(db, userId);
  for (const upload of uploads) await endUpload(db, services, upload);
  // Before the channels are hidden: what is archived is no longer published.
  await endPlanOfLeaver(context);
  const switched = await switchOff(db, userId, scope, now);
  await db
    .updateTable('users')
    .set({ deleted_at: now, deletion: JSON.stringify(switched) })
    .where('id', '=', userId)
    .execute();
  await recordAccountEvent(db, { userId, kind: 'account_deleted', userAgent: deviceOf(context), at: now });
  await removeExports(services, db, userId);
  await endAllSessions(services, db, userId);
  await services.jobs.send(db, 'account.hide', { userId });
  for (const each of scopes) wake(each as typeof scope);
  clearRefreshCookie(context);
  // Pieces of media that the browser has kept.
  context.setHeader('Clear-Site-Data', '"cache"');
  const deletion = deletionOf(now);
  context.afterCommit(async () => {
    const message = leavingMail.deleted(services.config.publicUrl, deletion.restorableUntil);
    services.background.run(() => sendSecurityMessage(services, userId, message));
    for (const { id } of uploads) await services.objects.discardUpload(id);
  });
  return deletion;
};

/**
 * Undoes a deletion. A repeat, or an account that was not deleted, is answered the same.
 *
 * @throws Problem `account.gone` more than 30 days after the deletion.
 */
export const restoreAccount: Handler<'account.restore'> = async (context, { username, password }) => {
  const { services, db, now } = context;
  const { id: userId } = await proveAccount(context, username, password);
  const isRestored = await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select([
        'scope',
        'deleted_at as deletedAt',
        'deletion',
        sql<boolean>`exists (select 1 from erased_accounts e where e.user_id = users.id)`.as('isErased'),
      ])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!person.deletedAt) return false;
    const isLate = Date.parse(deletionOf(person.deletedAt).restorableUntil) < now.getTime();
    if (isLate || person.isErased) throw new Problem('account.gone', { days: DELETION_UNDO_DAYS });
    const switched = person.deletion as Switched;
    const taken = await sql<{ scope: string }>`select distinct scope from channels
      where id = any(${sql.val(switched.handedOver)}::uuid[])`.execute(tx);
    const scopes = [person.scope, ...taken.rows.map(({ scope }) => scope)];
    await raiseScopes(tx, scopes);
    await switchOn(tx, userId, switched);
    await tx.updateTable('users').set({ deleted_at: null, deletion: null }).where('id', '=', userId).execute();
    await recordAccountEvent(tx, { userId, kind: 'account_restored', userAgent: deviceOf(context), at: now });
    context.afterCommit(() => services.wake.notify(scopes));
    return true;
  });
  if (isRestored)
    services.background.run(() =>
      sendSecurityMessage(services, userId, leavingMail.restored(services.config.publicUrl)),
    );
  return undefined;
};
