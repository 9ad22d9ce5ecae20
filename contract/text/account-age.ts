import { commonText } from './common.ts';

/** Words of the questions before something public or paid. Source: D-250, T-08, decision 0065; D-342 where they give no words. */
export const ageText = {
  ask: {
    title: 'When were you born?',
    text: 'We ask once, before the first thing that others see or that costs money. It stays hidden on your profile.',
    label: 'Date of birth',
    next: 'Continue',
    saving: commonText.saving,
    missing: 'Please enter a date',
  },
  /** Under 18 a mistake cannot be mended by the person, so the date is confirmed. The question says nothing about limits. */
  confirm: {
    title: 'Is this your date of birth?',
    text: (day: string) => `You entered ${day}. You cannot change it here afterwards.`,
    yes: 'Yes, continue',
    back: 'Change the date',
  },
  tooYoung: {
    title: 'Are you 13 or older?',
    /** T-08 */
    text: 'You must be 13 or older to join Sideline. Please ask a parent or guardian to sign up for you.',
    mistake: 'If the date was a mistake, write to Help & Support.',
    close: commonText.close,
  },
  minor: {
    title: 'Ask a parent or guardian',
    text: 'You are under 18, so a parent or guardian has to agree first. We send them a mail with a link. They need no account.',
    waits: 'If you have asked already, wait for their answer. What you typed stays here.',
    label: 'Email of your parent or guardian',
    send: 'Send mail',
    sending: commonText.sending,
    later: 'Not now',
    offline: commonText.connectFirst,
  },
  sent: {
    title: 'We sent a mail',
    text: (email: string) => `Ask your parent or guardian to open the mail to ${email}. Then try this again.`,
    close: commonText.close,
  },
} as const;
