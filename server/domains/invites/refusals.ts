import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { Handler } from '#server/calls/context.ts';
import type { Services } from '#server/services.ts';
import { countCodeCheck } from '../auth/index.ts';
import { keyed, refuseAddress } from '../invited-mail/index.ts';

type WithSecret = Pick<Services, 'config'>;

/** The token of the link in a mail by which its address refuses invitations: the invitation's id and a proof that we sent it. */
export const refusalToken = (services: WithSecret, invitationId: string): string => {
  const id = Buffer.from(invitationId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${id}.${keyed(services, 'refuse invitations', invitationId).toString('base64url')}`;
};

/** @throws Problem `invite.link_unknown` for a token that we did not make. */
const readToken = (services: WithSecret, token: string): string => {
  const hex = Buffer.from(token.split('.')[0]!, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const expected = Buffer.from(refusalToken(services, id));
  const given = Buffer.from(token);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Problem('invite.link_unknown');
  return id;
};

/** The address that a mail was sent to gets no more invitations, from anybody. Again, it changes nothing. Source: D-218. */
export const refuseInvitations: Handler<'invites.refuse'> = async ({ services, db, request }, { token }) => {
  await countCodeCheck(services, request.client);
  const id = readToken(services, token);
  const { rows } = await sql<{ address: string | null }>`select coalesce(email::text, phone_number) as address
    from shareable_codes where id = ${id}
    union all select coalesce(i.email, u.email)::text from admin_invitations i left join users u on u.id = i.user_id
      where i.id = ${id}`.execute(db);
  const address = rows[0]?.address;
  // The sender's account was erased or the invitation answered, and the address with it: there is nothing left to send to.
  if (!address) return undefined;
  await refuseAddress(services, db, address);
  return undefined;
};
