import { GUARDIAN_LINK_DAYS } from '../limits.ts';
import { guardianPageText } from './account-guardian.ts';
import { commonText } from './common.ts';

/** Mails to guardians, and what the young person is notified of. Source: D-250, decision 0065. */
const PRODUCT = commonText.product;
const named = (firstName: string, username: string): string =>
  firstName ? guardianPageText.named(firstName, username) : `The person with the username ${username}`;

export const guardianMail = {
  ask: (firstName: string, username: string, address: string) => ({
    subject: `${PRODUCT}: a young person asks for your consent`,
    heading: 'Your consent is needed',
    text: [
      'Hello,',
      `${named(firstName, username)} is under 18 and named you as parent or guardian.`,
      `${PRODUCT} is a sports community. Without your consent they can watch and learn, and their profile stays private. They cannot publish, create channels, rate or comment, show more of their profile, or start a subscription.`,
      'Open the page to read what you would agree to, then agree or refuse. You need no account.',
    ].join('\n\n'),
    button: { label: 'Read and answer', address },
    note: `The link works for ${GUARDIAN_LINK_DAYS} days and for one answer. If you do not know this person, ignore this mail: without your answer nothing changes.`,
  }),
  agreed: (firstName: string, username: string, address: string) => ({
    subject: `${PRODUCT}: you gave your consent`,
    heading: 'You gave your consent',
    text: [
      'Hello,',
      `${named(firstName, username)} can now publish, comment and subscribe on ${PRODUCT}. Your consent ends by itself when they are 18.`,
      'Keep this mail: you can take your consent back at any time with this link.',
    ].join('\n\n'),
    button: { label: 'Take my consent back', address },
    note: 'If you did not agree, someone else has used the link of our earlier mail. Take the consent back now.',
  }),
} as const;

export const guardianNotice = {
  agree: { title: 'Your guardian agreed', text: 'You can publish, comment and subscribe now.' },
  refuse: { title: 'Your guardian did not agree', text: 'Your account stays private. Talk to them about it.' },
  withdraw: {
    title: 'Your guardian took the consent back',
    text: 'Your profile and your channels are hidden again. Nothing was deleted.',
  },
  linkTitle: 'Review',
} as const;
