import { userScope } from '#contract/ids.ts';
import { checkToken, signToken } from '#server/calls/signed-token.ts';
import type { Config } from '#server/config.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';
import { mergeSettings } from './queries.ts';

/** Below it: the person's id and the token. */
export const STOP_PATH = '/api/digest-mails';
/** A mail may be opened long after it was sent. */
const LIFE_S = 2 * 365 * 86_400;

/** The address in a mail where its recipient stops such mails, without a sign-in. RFC 8058 */
export const addressToStop = ({ publicUrl, secret }: Config, userId: string, now: Date): string => {
  const token = signToken(secret, 'digest-mails', userId, Math.floor(now.getTime() / 1000) + LIFE_S);
  return `${publicUrl}${STOP_PATH}/${userId}/${token}`;
};

export interface StopLink {
  userId: string;
  token: string;
}

export const isGoodLink = ({ config, now }: Services, { userId, token }: StopLink): boolean =>
  checkToken(config.secret, 'digest-mails', userId, token, now()) === 'good';

/** Switches the digest mails of a person off. The link has been checked. */
export const stopDigestMails = async ({ database, wake }: Services, { userId }: StopLink): Promise<void> => {
  const scope = userScope(userId);
  // Of an erased account nothing is made again, not even its counter.
  const person = await database.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!person) return;
  await database.db.transaction().execute(async (tx) => {
    await raiseScopes(tx, [scope]);
    await mergeSettings(tx, userId, { isMailed: false });
  });
  wake.notify([scope]);
};
