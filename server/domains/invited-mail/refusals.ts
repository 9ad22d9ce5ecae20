import { createHmac } from 'node:crypto';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

type WithSecret = Pick<Services, 'config'>;

/** What mail servers ignore of an address: case, and a tag after `+`. */
export const plainAddress = (address: string): string =>
  address.includes('@') ? address.toLowerCase().replace(/\+[^@]*@/, '@') : address;

/** A keyed hash of a text, for one purpose. */
export const keyed = ({ config }: WithSecret, purpose: string, text: string): Buffer =>
  createHmac('sha256', config.secret).update(`${purpose}\n${text}`).digest();

/** Addresses that want no invitations are kept as keyed hashes: the list names nobody. */
const hashOf = (services: WithSecret, address: string): string =>
  keyed(services, 'no invitations', plainAddress(address)).toString('base64url');

export const hasRefused = async (services: WithSecret, db: Db, address: string): Promise<boolean> =>
  (await db
    .selectFrom('invitation_refusals')
    .select('address_hash')
    .where('address_hash', '=', hashOf(services, address))
    .executeTakeFirst()) !== undefined;

/** The address gets no more invitations, from anybody. Again, it changes nothing. Source: D-218. */
export const refuseAddress = async (
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  address: string,
): Promise<void> => {
  await db
    .insertInto('invitation_refusals')
    .values({ address_hash: hashOf(services, address), refused_at: services.now() })
    .onConflict((on) => on.doNothing())
    .execute();
};
