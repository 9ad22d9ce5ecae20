import * as v from 'valibot';
import { defineCall } from './call.ts';
import { AffiliateCodeInput, InvitationCode } from './forms.ts';

export const checkInviteCode = defineCall({
  id: 'invites.checkCode',
  method: 'POST',
  path: '/invitation-codes/check-shareable-code',
  may: 'signedIn',
  input: v.object({ recipientType: v.picklist(['learner', 'educator']), code: InvitationCode }),
  output: v.object({
    sender: v.string(),
    inviteProgram: v.object({
      name: v.string(),
      discountAmountUnit: v.picklist(['currency', 'percent']),
      discountAmountValue: v.number(),
      durationInMonths: v.number(),
      recipientType: v.string(),
    }),
  }),
  problems: ['invite.unknown_code'],
  offline: 'online',
  summary: 'Checks an invitation code and keeps it for the registration',
});
export const applyAffiliateCode = defineCall({
  id: 'invites.applyAffiliate',
  method: 'POST',
  path: '/affiliate-code/apply',
  may: 'signedIn',
  input: AffiliateCodeInput,
  output: v.object({ sender: v.string() }),
  problems: ['affiliate.unknown_code'],
  offline: 'online',
  summary: 'Applies an affiliate code to the registration',
});
