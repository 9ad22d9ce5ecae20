import { commonText } from './common.ts';

/** Mails and text messages of invitations. Source: D-217, D-218, decisions 0059 and 0090. */
const PRODUCT = commonText.product;

export interface InviteFacts {
  /** Empty if the sender's name is no plain name. */
  firstName: string;
  username: string;
  code: string;
  link: string;
  expiresAt: Date;
  /** Where the address refuses all further invitations. */
  refuseLink: string;
}

const named = ({ firstName, username }: InviteFacts): string =>
  firstName ? `${firstName} (${username})` : `The person with the username ${username}`;
const day = (at: Date): string =>
  at.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

const mailOf = (facts: InviteFacts, subject: string, heading: string, first: string) => ({
  subject,
  heading,
  text: [
    'Hello,',
    first,
    `${PRODUCT} is a sports community: follow channels, watch and learn from Creators in your sport.`,
    'Open the link to join, or type this code where the app asks for one. In an installed app or in another browser, type the code.',
  ].join('\n\n'),
  code: facts.code,
  button: { label: `Join ${PRODUCT}`, address: facts.link },
  note: `The code works until ${day(facts.expiresAt)} and for one person. If you do not know the sender, ignore this mail. You do not want to get invitations? Open ${facts.refuseLink}`,
});

export const inviteMail = {
  invitation: (facts: InviteFacts) =>
    mailOf(
      facts,
      `You are invited to ${PRODUCT}`,
      'You are invited',
      `${named(facts)} invites you to join ${PRODUCT}.`,
    ),
  reminder: (facts: InviteFacts) =>
    mailOf(
      facts,
      `Your invitation to ${PRODUCT} is open`,
      'Your invitation is open',
      `${named(facts)} reminds you of the invitation to join ${PRODUCT}.`,
    ),
} as const;

/** A text message costs by its length: one sentence, the link and the code. */
export const inviteMessage = {
  invitation: (facts: InviteFacts) =>
    `${named(facts)} invites you to ${PRODUCT}: ${facts.link} Your code: ${facts.code}`,
  reminder: (facts: InviteFacts) =>
    `${named(facts)} reminds you of the invitation to ${PRODUCT}: ${facts.link} Your code: ${facts.code}`,
} as const;
