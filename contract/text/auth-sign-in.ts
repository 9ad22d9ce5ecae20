import { commonText } from './common.ts';

/** Words of sign-in and of setting a new password. Source: ACC-037…ACC-044, ACC-136…ACC-139; D-44, D-64 to D-67, T-09. */
export const signInText = {
  title: commonText.signIn,
  heading: 'Welcome back!',
  username: 'Username or Email',
  password: 'Password',
  forgot: 'Forgot password?',
  back: commonText.back,
  signIn: commonText.signIn,
  signingIn: 'Signing in',
  help: 'Enter your username or email and your password.',
  notAllowed: 'Your application is still under review, please try again later.',
  closed: 'If we suspended your account, the mail about it says why. If you think that it is wrong, write to us.',
  support: 'Contact support',
  serverFailed: commonText.somethingWrong,
  failed: 'Something went wrong. Try again.',
  required: commonText.required,
  offline: 'Connect to the internet to sign in',
} as const;

/** Passkeys on the sign-in page. Source: decision 0056. */
export const passkeyText = {
  signIn: 'Sign in with a passkey',
  signingIn: 'Waiting for your passkey',
  offline: signInText.offline,
  notUsed: 'No passkey was used. Try again, or sign in with your password.',
  wrongAddress: 'Passkeys do not work at this address. Sign in with your password.',
} as const;

/** The second step of a sign-in. Source: decision 0056. */
export const secondStepText = {
  heading: 'Enter your code.',
  lead: 'Open your authenticator app and type the six digits that it shows for Sideline.',
  code: 'Code',
  recoveryHeading: 'Enter a recovery code.',
  recoveryLead: 'Each of your recovery codes works once.',
  recoveryCode: 'Recovery code',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  signIn: commonText.signIn,
  signingIn: 'Signing in',
  help: 'Enter the code to sign in.',
  failed: 'Something went wrong. Try again.',
  offline: signInText.offline,
} as const;

export const resetText = {
  dialogTitle: 'Forgot password?',
  dialogText: 'How should we send you a code for a new password?',
  viaEmail: 'Via email',
  viaSms: 'Via SMS',
  back: commonText.back,
  title: 'New password',
  header: 'New password',
  emailHeading: "What's your email address?",
  emailLabel: 'Email address',
  smsHeading: "What's your phone number?",
  smsLabel: 'Phone number',
  lead: 'We send you a code with six digits.',
  send: 'Send code',
  sending: commonText.sending,
  codeHeading: 'Enter your code.',
  /** T-09 */
  sent: 'If an account exists, we have sent a code.',
  /** The same for everybody: a mail server or an SMS gateway that does not work, not an account. */
  delayed: {
    email: 'Mails cannot be sent at the moment. We keep trying for ten minutes; you can also go back and choose SMS.',
    text: 'Text messages cannot be sent at the moment. We keep trying for ten minutes; you can also go back and choose mail.',
  },
  next: commonText.next,
  checking: commonText.checking,
  startAgain: 'Ask for a new code',
  newHeading: 'Choose a new password.',
  newLead: 'You will be signed out on every device.',
  save: 'Save password',
  saving: commonText.saving,
  changed: 'Your password was changed. Please sign in.',
  failed: commonText.somethingWrong,
  offline: commonText.connectFirst,
} as const;
