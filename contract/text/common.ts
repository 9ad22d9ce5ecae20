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
  offlineEmpty: 'This page was not opened on this device before. Connect to the internet to see it.',
  reload: 'Reload page',
  required: 'Required',
  retry: 'Retry',
  save: 'Save',
  saving: 'Saving',
  sending: 'Sending',
  signIn: 'Sign in',
  somethingWrong: 'Something went wrong. Please try again later.',
  willSend: 'Will send when online',
} as const;
