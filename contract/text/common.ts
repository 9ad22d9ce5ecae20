/**
 * Texts that several areas share: buttons, states, failures. Every page loads them all, so keep area-specific texts out.
 * Source: D-342.
 */
export const commonText = {
  product: 'Sideline',
  back: 'Back',
  cancel: 'Cancel',
  checking: 'Checking',
  close: 'Close',
  connectFirst: 'Connect to the internet to continue',
  delete: 'Delete',
  done: 'Done',
  edit: 'Edit',
  loadFailed: 'This could not be loaded.',
  memberOnly: 'Member-Only',
  needsConnection: 'Needs a connection',
  next: 'Next',
  noContent: 'There is no content here yet.',
  notAccepted: 'Not accepted',
  /** Why a page that is not on this device cannot be shown, by what its call met. */
  notHere: {
    offline: 'This page is not kept on this device yet. It opens once you are online.',
    unreachable: 'Sideline did not answer. This page tries again by itself.',
    failing: 'Something is wrong on our side. This page tries again by itself.',
    portal: 'This network asks you to sign in first. Then this page opens.',
  },
  /** Why a button that needs the network cannot be used, beside `connectFirst`. */
  cannotNow: {
    unreachable: 'Sideline cannot be reached right now',
    portal: 'This network asks you to sign in first',
  },
  reload: 'Reload page',
  required: 'Required',
  retry: 'Retry',
  save: 'Save',
  saving: 'Saving',
  sending: 'Sending',
  signIn: 'Sign in',
  triesAgain: 'This page is not kept on this device yet. It tries again by itself.',
  somethingWrong: 'Something went wrong. Please try again later.',
  willSend: 'Will send when online',
} as const;
