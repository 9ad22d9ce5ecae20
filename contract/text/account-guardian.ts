import { commonText } from './common.ts';

/** Words of a guardian's consent: the page of the young person, and that of the guardian. Source: D-250, decision 0065. */
export const guardianText = {
  title: 'Guardian’s consent',
  entry: 'What you need before you publish, comment or pay',
  lead: 'You are under 18. Before anything of yours is public or costs money, a parent or guardian has to agree. They get a mail with a link and need no account.',
  notNeeded: 'You need no consent.',
  notNeededHelp: 'It is asked of people under 18 only, and ends by itself when they are 18.',
  states: {
    asked: (email: string) => `We sent a mail to ${email}. Ask them to open it. The link works for 7 days.`,
    given: (email: string) => `${email} agreed. They can take it back with the link in their mail.`,
    refused: (email: string) => `${email} did not agree. Talk to them about it, or ask another parent or guardian.`,
    withdrawn: (email: string) => `${email} took the consent back. Your profile and your channels are hidden.`,
  },
  undelivered: (email: string) =>
    `The mail to ${email} came back: this address takes no mails. Check it, or enter another one.`,
  label: 'Email of your parent or guardian',
  help: 'Enter the address of your parent or guardian.',
  send: 'Send mail',
  again: 'Send a new mail',
  sending: commonText.sending,
  sent: 'Mail sent.',
  failed: commonText.somethingWrong,
  offline: commonText.connectFirst,
  loading: 'The consent is loading.',
} as const;

/** The page that a guardian opens from a mail. */
export const guardianPageText = {
  header: commonText.product,
  heading: 'A young person asks for your consent',
  named: (firstName: string, username: string) => (firstName ? `${firstName} (${username})` : username),
  lead: (name: string) => `${name} is under 18 and named you as parent or guardian.`,
  agreeTo: 'If you agree, they can:',
  points: [
    'publish videos, audio and documents on channels that everybody can see',
    'rate contents and write comments that others read',
    'show parts of their profile, but never their date of birth or their place',
    'start trials and subscriptions that cost money later',
  ],
  without:
    'If you refuse, their account stays private: they can watch and learn, and nothing of theirs is public or costs money.',
  end: 'You can take your consent back at any time with a link that we mail you. It ends by itself when they are 18.',
  agree: 'I am their parent or guardian, and I agree',
  refuse: 'I do not agree',
  withdrawHeading: 'Take your consent back',
  withdrawLead: (name: string) => `You agreed that ${name} may publish, comment and subscribe.`,
  withdrawEffects: 'Their profile and their channels become hidden at once. Nothing is deleted.',
  withdraw: 'Take my consent back',
  sending: commonText.sending,
  done: {
    agree: { heading: 'Thank you', text: 'You agreed. We sent you a mail with a link that takes it back.' },
    refuse: { heading: 'You did not agree', text: 'The account stays private. You can close this page.' },
    withdraw: {
      heading: 'Your consent is taken back',
      text: 'Profile and channels are hidden. You can close this page.',
    },
  },
  noLink: 'Open the link in the mail again',
  noLinkHelp: 'For your safety this page does not keep the link.',
  over: 'This link does not work any more',
  retry: 'Try again',
  loading: 'The request is loading.',
} as const;
