/** Words of sign-in and of setting a new password. Source: accounts §2, §8; decisions D-44, D-64 to D-67, T-09. */
export const signInText = {
  title: 'Sign in', heading: 'Welcome back!',
  username: 'Username or Email', password: 'Password', forgot: 'Forgot password?',
  back: 'Back', signIn: 'Sign in', signingIn: 'Signing in',
  help: 'Enter your username or email and your password.',
  notAllowed: 'Your application is still under review, please try again later.',
  serverFailed: 'Something went wrong. Please try again later.', failed: 'Something went wrong. Try again.',
  required: 'Required',
  offline: 'Connect to the internet to sign in',
} as const;

export const resetText = {
  dialogTitle: 'Forgot password?', dialogText: 'How should we send you a code for a new password?',
  viaEmail: 'Via email', viaSms: 'Via SMS', back: 'Back',
  title: 'New password', header: 'New password',
  emailHeading: 'What\'s your email address?', emailLabel: 'Email address',
  smsHeading: 'What\'s your phone number?', smsLabel: 'Phone number',
  lead: 'We send you a code with six digits.',
  send: 'Send code', sending: 'Sending',
  codeHeading: 'Enter your code.',
  /** T-09 */
  sent: 'If an account exists, we have sent a code.',
  next: 'Next', checking: 'Checking', startAgain: 'Ask for a new code',
  newHeading: 'Choose a new password.', newLead: 'You will be signed out on every device.',
  save: 'Save password', saving: 'Saving',
  changed: 'Your password was changed. Please sign in.',
  failed: 'Something went wrong. Please try again later.', offline: 'Connect to the internet to continue',
} as const;
