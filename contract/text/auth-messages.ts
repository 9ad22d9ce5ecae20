/**
 * Mails, text messages and notifications about accounts. What they share (name, tagline, support address) comes from the
 * template.
 * Source: D-56, D-64, D-65, D-341 where they give words.
 */
const PRODUCT = 'Sideline';

export const messageText = {
  signUpMail: (code: string, firstName: string, minutes: number) => ({
    subject: `${code} is your ${PRODUCT} confirmation code`,
    heading: 'Your confirmation code',
    text: `Hello${firstName ? ` ${firstName}` : ''},\n\nEnter this code to join ${PRODUCT}. It is valid for ${minutes} minutes.`,
    code,
    note: 'If you did not ask for it, you can ignore this mail: nobody can join with your address without the code.',
  }),
  hasAccountMail: (address: string) => ({
    subject: `You have a ${PRODUCT} account`,
    text: `Hello,\n\nSomebody asked to join ${PRODUCT} with this address, which has an account already. If it was you, sign in.`,
    button: { label: 'Sign in', address: `${address}/sign-in` },
    note: `If you have forgotten your password, set a new one: ${address}/reset-password-email\n\nIf it was not you, you can ignore this mail.`,
  }),
  hasAccountSms: (address: string) =>
    `This number has a ${PRODUCT} account already. Sign in, or set a new password: ${address}/sign-in`,
  resetMail: (code: string, link: string, minutes: number) => ({
    subject: `${code} is your ${PRODUCT} code for a new password`,
    heading: 'Your code for a new password',
    text: `Hello,\n\nEnter this code to set a new password. It is valid for ${minutes} minutes.`,
    code,
    button: { label: 'Enter the code', address: link },
    note: 'If you did not ask for it, you can ignore this mail: your password stays as it is.',
  }),
  changeCodeMail: (code: string, minutes: number) => ({
    subject: `${code} is your ${PRODUCT} confirmation code`,
    text: [
      'Hello,',
      `Your code to use this address for your ${PRODUCT} account is ${code}. It is valid for ${minutes} minutes.`,
      'If you did not ask for it, you can ignore this mail: without the code nothing changes.',
      `${PRODUCT}. Learn. Connect. Play.`,
    ].join('\n\n'),
  }),
  /** The last line lets browsers fill the code in on this host only. */
  codeSms: (code: string, minutes: number, host: string) =>
    `${code} is your ${PRODUCT} code. It is valid for ${minutes} minutes.\n\n@${host} #${code}`,
  passwordChangedMail: (link: string) => ({
    subject: `Your ${PRODUCT} password was changed`,
    text: 'Hello,\n\nThe password of your account was changed, and every device was signed out.\n\nIf it was not you, set a new password now.',
    button: { label: 'Set a new password', address: link },
    sms: `The password of your ${PRODUCT} account was changed. If it was not you, set a new one now: ${link}`,
  }),
  sessionReusedMail: (address: string) => ({
    subject: `A ${PRODUCT} session of yours was ended`,
    text: [
      'Hello,',
      'The key of one of your sessions was used in two places. It may have been copied, so the session was ended for both.',
      'Sign in again on your own device. What was not sent from it is kept there.',
      'If you do not know why this happened, set a new password.',
    ].join('\n\n'),
    button: { label: 'Set a new password', address: `${address}/reset-password-email` },
    sms: `A session of your ${PRODUCT} account was used in two places and was ended. If you do not know why, set a new password: ${address}/reset-password-email`,
  }),
  sessionReused: {
    title: 'A session was ended',
    text: 'Its key was used in two places. If you do not know why, set a new password.',
    linkTitle: 'Review',
  },
  passwordChanged: {
    title: 'Your password was changed',
    text: 'Every device was signed out. If it was not you, set a new password now.',
    linkTitle: 'Review',
  },
  /** Changes of what opens an account, by the kind of their event. Source: decision 0056, D-88, D-341. */
  security: {
    password_changed: { title: 'Your password was changed', text: 'Every other device was signed out.' },
    email_changed: {
      title: 'Your email address was changed',
      text: 'Codes and mails go to the new address from now on.',
    },
    phone_changed: {
      title: 'Your phone number was changed',
      text: 'Codes by text message go to the new number from now on.',
    },
    passkey_added: { title: 'A passkey was added', text: 'Your account can be opened with a new passkey.' },
    passkey_deleted: { title: 'A passkey was deleted', text: 'It no longer opens your account.' },
    two_factor_on: { title: 'Two-factor sign-in is on', text: 'Your password alone no longer opens your account.' },
    two_factor_off: { title: 'Two-factor sign-in is off', text: 'Your password alone opens your account again.' },
    recovery_codes_made: { title: 'New recovery codes were made', text: 'The old ones no longer work.' },
    recovery_code_used: { title: 'A recovery code was used', text: 'Somebody signed in to your account with it.' },
  },
  /** To every operator: one of them is in the account of a person. Source: D-237. */
  operatorLoginMail: (facts: { operator: string; person: string; reason: string; at: string }) => ({
    subject: `${PRODUCT}: ${facts.operator} logged in as ${facts.person}`,
    text: `Hello,\n\n${facts.operator} logged in as ${facts.person} on ${facts.at}.\n\nThe reason: ${facts.reason}\n\nIf this is not right, end that session: sign ${facts.person} out on every device, under People at the operator's pages.`,
    sms: `${facts.operator} logged in as ${facts.person} (${PRODUCT}).`,
  }),
  /** Source: decision 0117. */
  newDeviceMail: ({ device, when }: { device: string; when: string }, address: string) => ({
    subject: `${PRODUCT}: sign-in on a new device`,
    text: 'Hello,\n\nSomebody signed in to your account on a device where nobody did before. If it was you, there is nothing to do.\n\nIf it was not you, sign that device out, and set a new password.',
    facts: [
      ['Device', device],
      ['When', when],
    ] as [label: string, value: string][],
    button: { label: 'See your devices', address: `${address}/account-setting/devices` },
    note: `A new password signs every device out: ${address}/reset-password-email\n\nYou get this mail because it is about the safety of your account. It cannot be switched off in the preferences.`,
    sms: `Somebody signed in to your ${PRODUCT} account on a new device. If it was not you, set a new password now: ${address}/reset-password-email`,
  }),
  securityMail: ({ title, text }: { title: string; text: string }, link: string) => ({
    subject: title.startsWith('Your ')
      ? title.replace('Your', `Your ${PRODUCT}`)
      : `${PRODUCT}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    text: `Hello,\n\n${title}. ${text}\n\nIf it was not you, set a new password now. It signs every device out.`,
    button: { label: 'Set a new password', address: link },
    sms: `${title} (${PRODUCT}). If it was not you, set a new password now: ${link}`,
  }),
} as const;
