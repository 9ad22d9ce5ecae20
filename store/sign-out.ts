import { logout } from '#contract/auth-session.ts';
import { CallError, sendCall } from './api.ts';
import { accountDatabaseName } from './database.ts';
import { writeDeviceSetting } from './device.ts';
import { deviceDatabase, readActiveUserId, removeAccountDatabase } from './door.ts';
import { readAccessToken } from './session.ts';
import { deleteUploadFolder } from './uploads/upload-folder.ts';

/**
 * Signs out on this device at once, and on the server as soon as it can be reached. All local data of the account is
 * deleted: the caller has asked the person about unsent work. Source: D-71.
 */
export const signOutHere = async (userId: string): Promise<void> => {
  const accessToken = (await readAccessToken(userId)) ?? '';
  await deviceDatabase.signOuts.put({ userId, accessToken, signedOutAtMs: Date.now() });
  await writeDeviceSetting('activeUserId', undefined);
  await writeDeviceSetting('pushRegistrationId', undefined);
  await writeDeviceSetting('operatorSession', undefined);
  await wipe(userId);
  await sendPendingSignOuts();
};

/**
 * Sends the sign-outs that the server has not acknowledged. Call it before sending anything else. A sign-out that was
 * interrupted while deleting local data is finished first.
 */
export const sendPendingSignOuts = async (): Promise<void> => {
  for (const { userId, accessToken } of await deviceDatabase.signOuts.toArray()) {
    await finishWipe(userId);
    if (!(await isAcknowledged(accessToken))) return;
    const { isWiped } = (await deviceDatabase.signOuts.get(userId)) ?? {};
    if (isWiped || (await readActiveUserId()) === userId) await deviceDatabase.signOuts.delete(userId);
    else await deviceDatabase.signOuts.update(userId, { accessToken: '' });
  }
};

/** Deletes the rest of a signed-out account's data, unless the person has signed in again. */
const finishWipe = async (userId: string): Promise<void> => {
  const row = await deviceDatabase.signOuts.get(userId);
  if (row && !row.isWiped && (await readActiveUserId()) !== userId) await wipe(userId);
};

/**
 * Signs out on the server.
 *
 * @returns False if it must be sent again. A refusal counts as acknowledged: that session has already ended.
 */
const isAcknowledged = async (accessToken: string): Promise<boolean> => {
  if (!accessToken) return true;
  try {
    await sendCall(logout, {}, { credentials: { accessToken } });
    return true;
  } catch (error) {
    return !(error instanceof CallError && error.isTransient);
  }
};

/** Deletes all data of an account from this device; what a frozen tab blocks is retried with the next send. */
const wipe = async (userId: string): Promise<void> => {
  const hasRowsDeleted = await removeAccountDatabase(userId);
  const isWiped = (await deleteUploadFolder(accountDatabaseName(userId))) && hasRowsDeleted;
  await deleteAccountCaches(userId);
  await deviceDatabase.signOuts.update(userId, { isWiped });
};

const deleteAccountCaches = async (userId: string): Promise<void> => {
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys())
    if (name.includes(userId) || name.startsWith('pictures')) await caches.delete(name);
};
