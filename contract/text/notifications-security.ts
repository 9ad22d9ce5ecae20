type Values = Readonly<Record<string, string>>;

/** Kinds about the safety of an account, and about the way in which it is reached. */
export const securityKinds = {
  /** Source: decision 0117. */
  new_device: {
    to: 'both',
    title: () => 'Sign-in on a new device',
    text: (v: Values) =>
      `${v['device']}, ${v['when']}. If it was not you, sign that device out and set a new password.`,
    linkTitle: 'See your devices',
    preference: null,
  },
  /** Source: decision 0133. */
  email_unreachable: {
    to: 'both',
    title: () => 'We cannot reach you by mail',
    text: (v: Values) =>
      `A mail to ${v['email']} came back. We send no more mails there, except codes that you ask for. Check the address, or let us try again.`,
    linkTitle: 'Check',
    preference: null,
  },
  email_complaint: {
    to: 'both',
    title: () => 'Digest mails are off',
    text: (v: Values) =>
      `Your mail provider told us that a mail to ${v['email']} was marked as spam. We mail you no more digests. You can switch them on again.`,
    linkTitle: 'Notification settings',
    preference: null,
  },
  security: {
    to: 'both',
    title: () => 'Account security',
    text: () => 'New sign-in or changed password, email, phone.',
    linkTitle: 'Review',
    preference: null,
  },
} as const;
