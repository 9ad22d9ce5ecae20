import type { InvitationLink } from '#contract/invites.ts';
import { found, type Handler } from '#server/calls/context.ts';
import { countCodeCheck, greetingName } from '../auth/index.ts';
import { noteCommunityNetwork, readCode, type Code } from '../discounts/index.ts';

const STATES: Readonly<Record<Code['status'], InvitationLink['state']>> = {
  pending: 'open',
  active: 'open',
  joined: 'used',
  expired: 'expired',
  suspended: 'paused',
  inactive: 'cancelled',
  deleted: 'cancelled',
};

/**
 * What everybody who has a link may know: nothing about the person it was sent to. It changes nothing of the code. The network in which
 * a community's link is opened has more room for those who join. Source: decision 0132.
 */
export const readLink: Handler<'invites.link'> = async ({ services, db, request, now }, { code: text }) => {
  await countCodeCheck(services, request.client);
  const code = found(await readCode(db, text, now));
  const { kind } = code;
  if (kind === 'promotional') return found<InvitationLink>(undefined);
  if (kind === 'affiliate' && STATES[code.status] === 'open')
    await noteCommunityNetwork(services.database.db, request.client, code.code, now);
  return {
    code: code.code,
    kind,
    recipientType: code.recipientType,
    senderName: greetingName(code.senderFirstName ?? ''),
    state: STATES[code.status],
  };
};
