/**
 * Mails, text messages and notifications about accounts.
 * Source: D-56, D-64, D-65, D-341 where they give words.
 */
const PRODUCT = 'Sideline';

export const messageText = {
  signUpMail: (code: string, firstName: string, minutes: number) => ({
    subject: `${code} is your ${PRODUCT} confirmation code`,
    text: [
      `Hello${firstName ? ` ${firstName}` : ''},`,
      `Your confirmation code is ${code}. It is valid for ${minutes} minutes.`,
      `If you did not ask for it, you can ignore this mail: nobody can join with your address without the code.`,
      `${PRODUCT}. Learn. Connect. Play.`,
    ].join('\n\n'),
  }),
  resetMail: (code: string, link: string, minutes: number) => ({
    subject: `${code} is your ${PRODUCT} code for a new password`,
    text: [
      'Hello,',
      `Your code for a new password is ${code}. It is valid for ${minutes} minutes.`,
      `Enter it here: ${link}`,
      'If you did not ask for it, you can ignore this mail: your password stays as it is.',
      `${PRODUCT}. Learn. Connect. Play.`,
    ].join('\n\n'),
  }),
  /** The last line lets browsers fill the code in on this host only. */
  codeSms: (code: string, minutes: number, host: string) =>
    `${code} is your ${PRODUCT} code. It is valid for ${minutes} minutes.\n\n@${host} #${code}`,
  passwordChangedMail: (link: string) => ({
    subject: `Your ${PRODUCT} password was changed`,
    text: [
      'Hello,',
      'The password of your account was changed, and every device was signed out.',
      `If it was not you, set a new password now: ${link}`,
      `${PRODUCT}. Learn. Connect. Play.`,
    ].join('\n\n'),
  }),
  passwordChanged: {
    title: 'Your password was changed',
    text: 'Every device was signed out. If it was not you, set a new password now.',
    linkTitle: 'Review',
  },
} as const;
