import { commonText } from './common.ts';

/**
 * Words of sign-up and the legal pages.
 * Source: ACC-006…ACC-036, ACC-080…ACC-115, ACC-135; D-342 where they give no words.
 */
export const joinText = {
  header: 'Join Sideline',
  title: (step: number) => `Join Sideline, step ${step} of 6`,
  cancelLabel: 'Cancel sign up',
  back: commonText.back,
  next: commonText.next,
  checking: commonText.checking,
  sendingCode: commonText.sending,
  somethingWrong: commonText.somethingWrong,
  offline: commonText.connectFirst,

  name: {
    heading: "What's your name?",
    firstName: 'First name',
    lastName: 'Last name',
    oldEnough: 'I am 13 years of age or older',
    help: 'Fill in your first and last name to continue.',
  },
  underAge: {
    title: 'Are you 13 or older?',
    /** T-08 */
    text: 'You must be 13 or older to join Sideline. Please ask a parent or guardian to sign up for you.',
    back: 'Return to Sign up',
    exit: 'Exit from Sign up',
  },
  email: {
    heading: "What's your email address?",
    label: 'Email address',
    taken: 'This email has already been used',
    help: 'Enter your email address to continue.',
  },
  username: {
    heading: 'What should we call you?',
    label: 'Username',
    note: 'No spaces, special characters or copyrighted names.',
    taken: 'This username has already been used',
    help: 'Choose a username of 2 to 25 characters to continue.',
  },
  password: { heading: "You'll need a password.", help: 'Meet every rule above to continue.' },
  phone: {
    heading: "What's your phone number?",
    label: 'Phone number',
    incorrectCountry: 'Incorrect country code',
    incorrectNumber: 'Incorrect number',
    required: commonText.required,
    taken: 'This phone number has already been used',
    importContact: 'Import from contacts',
    importFailed: 'An error occurred while importing the contact. Please try again or enter manually.',
    method: 'How should we send your code?',
    text: 'Text',
    email: 'Email',
    /** T-07 */
    consent: 'I agree to receive a confirmation code by text message. Message and data rates may apply.',
    help: 'Enter your country code and number to continue.',
    consentHelp: 'Tick the box to get your code by text message, or choose Email.',
  },
  code: {
    heading: 'We sent you a code.',
    texted: 'Enter the six digits we texted to',
    mailed: 'Enter the six digits we sent to',
    textNote: 'No text yet? Codes can take a minute on a weak signal. You can go back and choose Email instead.',
    emailNote: 'No mail yet? Look in your spam folder too, or go back and choose Text instead.',
    help: 'Enter all six digits to continue.',
    resendFailedHelp: 'Go back and try again to get a new code.',
  },
  finish: {
    title: 'Finish Sign up',
    text: 'Please read and accept these to finish your sign up.',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    accept: 'Accept',
    decline: 'Decline',
    accepting: 'Signing up',
    loading: 'The pages are loading. You can accept them in a moment.',
    notLoaded: 'The pages could not be loaded. Try again.',
  },
  decline: {
    title: 'Are you sure you want to exit sign up?',
    exit: 'Yes, exit sign up',
    accept: 'Accept and continue sign up',
  },
  cancel: {
    title: 'Cancel Sign Up',
    text: 'What you typed will be lost.',
    exit: 'Cancel and Exit Sign Up',
    back: 'Back to Sign Up',
  },
} as const;

/** Words of entering a code or a new password, wherever that happens. */
export const credentialsText = {
  code: 'Confirmation code',
  wrongCode: 'Incorrect confirmation code',
  newCodeIn: 'New code in',
  resend: 'Resend code',
  resending: commonText.sending,
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  noPaste: 'Type it again. Pasting is turned off here.',
  /** T-04 */
  mismatch: 'The password does not match',
  /** T-05, and the line of design §7 for the pair */
  rules: {
    length: '8 to 32 characters',
    number: 'One number',
    lower: 'One lowercase letter',
    upper: 'One uppercase letter',
    special: 'One special character',
    match: 'Both passwords match',
  },
} as const;

/** The legal pages, in the order of their list. Source: D-171. */
export const LEGAL_PAGES = [
  'Terms of Use',
  'Privacy Policy',
  'Cookie Policy',
  'Community Guidelines',
  'Creator Agreement',
] as const;
export const legalText = {
  title: 'Legal',
  failed: commonText.somethingWrong,
  retry: commonText.retry,
  unknown: 'This page was not found.',
  updated: (date: string) => `Updated ${date}`,
} as const;
