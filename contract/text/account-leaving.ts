import { commonText } from './common.ts';

/** Words of deleting an account. Source: PRO-074, PRO-075, D-45, D-90, T-53. */
export const leavingText = {
  header: 'Delete account',
  question: 'Confirm deleting your account',
  /** T-53 */
  warning: 'Your account will be deleted and you lose access. Your data is retained for 12 months.',
  effects: [
    'Your profile, your channels and your content disappear for everybody at once.',
    'Trials and subscriptions end, unfinished uploads stop, and every device is signed out.',
    'For 30 days you can restore the account: sign in and choose Restore account.',
    'After 12 months everything is erased.',
  ],
  unsent: (changes: number, uploads: number) =>
    `Not sent from this device, and lost with the account: ${[
      changes > 0 ? `${changes} ${changes === 1 ? 'change' : 'changes'}` : '',
      uploads > 0 ? `${uploads} ${uploads === 1 ? 'upload' : 'uploads'}` : '',
    ]
      .filter(Boolean)
      .join(' and ')}.`,
  wallet: (amount: string) =>
    `Your wallet holds ${amount}. Transfer it to your bank account first: a deleted account transfers nothing.`,
  toWallet: 'Open wallet',
  plan: (name: string) =>
    `Your storage plan ${name} ends. What you have not used of it is given back if it is more than $5.00.`,
  toRefund: 'Refund summary',
  /** Spelled as specified. A correction, ‘Confirm Deleting’, waits for a product decision (D-45). */
  confirm: 'Confirm Deleteing',
  passwordHeading: 'Enter your password',
  passwordLead: 'The account is deleted as soon as you confirm.',
  password: 'Password',
  delete: 'Delete account',
  deleting: 'Deleting',
  help: 'Enter your password.',
  failed: commonText.somethingWrong,
  offline: 'Connect to the internet to delete your account',
  doneHeading: 'Your account was deleted',
  done: (day: string) => `Until ${day} you can restore it: sign in and choose Restore account.`,
  doneNext: commonText.done,
} as const;

/** Words of signing in to a deleted account. Source: D-90. */
export const deletedText = {
  title: 'Restore your account?',
  description: (deleted: string, until: string) =>
    `This account was deleted on ${deleted}. Until ${until} you can restore it, with your profile, channels and content.`,
  restore: 'Restore account',
  restoring: 'Restoring',
  stay: 'Stay deleted',
  needsPassword: (deleted: string) =>
    `This account was deleted on ${deleted}. To restore it, sign in with your password.`,
  gone: (deleted: string) => `This account was deleted on ${deleted}. It can no longer be restored.`,
} as const;
