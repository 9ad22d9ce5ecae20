/** Mails and text messages about deleted accounts. Source: D-90. */
const PRODUCT = 'Sideline';
const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const leavingMail = {
  deleted: (address: string, restorableUntil: string) => ({
    subject: `Your ${PRODUCT} account was deleted`,
    text: [
      'Hello,',
      'Your account was deleted. Your profile, channels and content are hidden, and every device was signed out.',
      `Until ${dayOf(restorableUntil)} you can restore it: sign in at ${address}/sign-in and choose Restore account.`,
      'Your data is retained for 12 months and then erased.',
      `If it was not you, restore the account and set a new password: ${address}/reset-password-email`,
    ].join('\n\n'),
    sms: `Your ${PRODUCT} account was deleted. Until ${dayOf(restorableUntil)} you can restore it: sign in at ${address}/sign-in`,
  }),
  restored: (address: string) => ({
    subject: `Your ${PRODUCT} account was restored`,
    text: [
      'Hello,',
      'Your account was restored. Your profile, channels and content are visible again.',
      'Uploads that were not finished have to be started again.',
      `If it was not you, set a new password now: ${address}/reset-password-email`,
    ].join('\n\n'),
    sms: `Your ${PRODUCT} account was restored. If it was not you, set a new password: ${address}/reset-password-email`,
  }),
} as const;
