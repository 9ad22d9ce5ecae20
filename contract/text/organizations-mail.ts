import { commonText } from './common.ts';

const PRODUCT = commonText.product;

export interface AdminInviteFacts {
  /** Empty if the organization's name is no plain name. */
  organization: string;
  /** Who invites; empty if the name is no plain name. */
  inviter: string;
  /** The address belongs to an account. */
  hasAccount: boolean;
  /** The address that the mail goes to. */
  email: string;
  link: string;
  expiresAt: Date;
  refuseLink: string;
}

const day = (at: Date): string =>
  at.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** Mail of an invitation to administer an organization. Source: D-234, D-341, decisions 0059 and 0092. */
export const adminInviteMail = (facts: AdminInviteFacts) => {
  const { organization, inviter, hasAccount, email, link, expiresAt, refuseLink } = facts;
  const of = organization || 'an organization';
  return {
    subject: `${PRODUCT}: you were invited to administer an organization`,
    heading: 'You were invited',
    text: [
      'Hello,',
      `${inviter || 'An administrator'} invites you to administer ${of} on ${PRODUCT}.`,
      hasAccount
        ? 'Open the invitation to accept or decline it.'
        : `You need an account: sign up with the address ${email}, then the invitation waits for you.`,
    ].join('\n\n'),
    button: { label: hasAccount ? 'Open invitation' : `Join ${PRODUCT}`, address: link },
    note: `The invitation ends on ${day(expiresAt)}. If you do not know the sender, ignore this mail. You do not want to get invitations? Open ${refuseLink}`,
  };
};
