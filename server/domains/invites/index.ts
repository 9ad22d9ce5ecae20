import type { AreaHandlers } from '#server/calls/context.ts';
import { checkAddress, countMessage, inviteHandlers } from './invite.ts';
import { readLink } from './links.ts';
import { ownCodeHandlers } from './own-codes.ts';
import { applyAffiliateCode, checkInviteCode } from './redeem.ts';
import { refusalToken, refuseInvitations } from './refusals.ts';

export { deliverInvitation, type InviteMessage } from './deliver.ts';
export { checkAddress, countMessage, refusalToken };
export { noteJoined } from './joined.ts';
export { issueStandardCode, noteExpiredCodes } from './own-codes.ts';
export { makeCode } from './make-code.ts';
export { countCodeTry, findInvitation, hasInvitation, redeemInvitation } from './redeem.ts';

export const invitesHandlers: AreaHandlers<'invites'> = {
  ...inviteHandlers,
  ...ownCodeHandlers,
  'invites.checkCode': checkInviteCode,
  'invites.applyAffiliate': applyAffiliateCode,
  'invites.link': readLink,
  'invites.refuse': refuseInvitations,
};
