/** Mails and text messages about suspended accounts and removed contents. Source: decision 0120, decision 0122. */
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

export const removalMail = {
  /** @param address Of the app. */
  removed: (address: string, title: string, reason: string) => ({
    subject: `${PRODUCT}: ‘${title}’ was removed`,
    text: [
      'Hello,',
      `We removed ‘${title}’ from its channel. The reason: ${reason}`,
      'Only you see it now, in your Library. It cannot be published again. Nothing was deleted, and you can delete it yourself.',
      `If you think that this is wrong, write to us: ${address}/contact-support. A person reads it.`,
    ].join('\n\n'),
    sms: `We removed a content of yours from its channel. To hear why, or to object: ${address}/contact-support`,
  }),
  restored: (address: string, title: string, reason: string) => ({
    subject: `${PRODUCT}: ‘${title}’ was restored`,
    text: [
      'Hello,',
      `We restored ‘${title}’. The reason: ${reason}`,
      'It is on its channel as it was before we removed it, unless you took it off meanwhile.',
      `Your Library shows it: ${address}/library`,
    ].join('\n\n'),
    sms: `We restored a content of yours. Your Library shows it: ${address}/library`,
  }),
} as const;
