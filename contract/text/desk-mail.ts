/** Mails and text messages about suspended accounts. Source: decision 0120. */
const PRODUCT = 'Sideline';

export const suspensionMail = {
  /** @param address Of the app. */
  suspended: (address: string, reason: string) => ({
    subject: `Your ${PRODUCT} account was suspended`,
    text: [
      'Hello,',
      `We suspended your account. The reason: ${reason}`,
      'You cannot sign in, and every device was signed out. Others do not see your profile, your comments, your channels and what is on them.',
      'Nothing was deleted. What waits to be sent on your devices stays there. No new month of a paid sport is charged.',
      `If you think that this is wrong, write to us: ${address}/contact-support. A person reads it.`,
    ].join('\n\n'),
    sms: `Your ${PRODUCT} account was suspended, and every device was signed out. To hear why, or to object: ${address}/contact-support`,
  }),
  restored: (address: string, reason: string) => ({
    subject: `Your ${PRODUCT} account was restored`,
    text: [
      'Hello,',
      `We restored your account. The reason: ${reason}`,
      'Your profile, your comments, your channels and what is on them are visible again.',
      `Sign in to go on: ${address}/sign-in. What waited on a device is sent then.`,
      'If you pay for a sport, it was cancelled and runs until the end of its paid month. Your subscriptions show how to go on with it.',
    ].join('\n\n'),
    sms: `Your ${PRODUCT} account was restored. Sign in to go on: ${address}/sign-in`,
  }),
} as const;
