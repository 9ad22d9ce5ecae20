import type { Db } from '#server/db/database.ts';
import type { CallContext } from '#server/calls/context.ts';
import { readMe } from '../users/index.ts';
import { rememberDevice } from './known-device.ts';
import { isNewDevice, tellOfNewDevice } from './new-device.ts';
import { deletionOf } from './prove.ts';
import { clientOf, giveRefreshToken, openSession } from './sessions.ts';

/**
 * The end of every way to sign in: opens the session, remembers the device, and tells the owner of a new one. A suspended account gets neither, and a deleted
 * one only its deletion.
 *
 * @param prove Runs in the transaction that opens the session; if it throws, there is none.
 */
export const enter = async (context: CallContext, userId: string, prove?: (tx: Db) => Promise<void>) => {
  const { services, db } = context;
  const me = await readMe(db, userId);
  const facts = {
    userId: me.userId,
    profiles: [{ profileId: me.profileId }],
    isRegistrationComplete: me.isRegistrationComplete,
    isAdmin: me.isAdmin,
    isEducator: me.isEducator,
    isOrganization: me.isOrganization,
  };
  const account = await db
    .selectFrom('users')
    .select(['is_suspended', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (account.deleted_at) return { loginAllowed: false, ...facts, deletion: deletionOf(account.deleted_at) };
  if (account.is_suspended) return { loginAllowed: false, ...facts };
  const { access, refresh } = await db.transaction().execute(async (tx) => {
    await prove?.(tx);
    const isNew = await isNewDevice(context, tx, userId);
    const tokens = await openSession(services, tx, userId, { ...clientOf(context), isNew });
    if (isNew) await tellOfNewDevice(context, tx, userId);
    return tokens;
  });
  const given = giveRefreshToken(context, refresh);
  rememberDevice(context, userId);
  return { loginAllowed: true, access, ...(given ? { refresh: given } : {}), ...facts };
};
