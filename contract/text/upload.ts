import { commonText } from './common.ts';

/** Words of picking files and of uploads. Source: UPL-027…UPL-040, UPL-051…UPL-056; T-25…T-28. */
export const uploadText = {
  tooMany: (most: number) => `You are only able to upload ${most} files at a time.`,
  outOfStorage: 'Please upgrade your current storage plan to continue uploading new content.',
  wrongType: (name: string, type: string) => `File '${name}' is not a ${type}`,
  tooLarge: (name: string, value: number, unit: string) =>
    `The '${name}' file is to large. The maximum file size can't exceed ${value}${unit}.`,
  storedAsCopy: (name: string, copy: string) =>
    `[${name}] already exists in your content library. It has been stored as a copy under [${copy}]`,
  whileUploading: (product: string) =>
    `While your content is uploading, feel free to explore other areas of ${product}.`,
  failed: 'Something’s wrong. Content wasn’t uploaded.',
  goToLibrary: 'Go to Library',
  backOnline: 'You are online again. Your uploads continue.',
  slow: 'Your connection is slow. Tap to try again.',
  error: 'Upload failed. Tap to try again.',
  encodingError: 'This file could not be processed. Please upload another version.',
  keepPageOpen: 'This device has no room to keep the file. Keep this page open until it is uploaded.',
  chooseAgain: 'Please choose this file again. What was sent already is kept.',
  otherFile: 'This is not the file that was chosen before.',
  unreadable: 'The file could not be read. Please choose it again.',
  signIn: 'Sign in again to go on. Your file is kept.',
} as const;

/** Texts of notifications that the service worker composes without the server. */
export const workerText = {
  product: commonText.product,
  unsent: 'Some changes could not be sent yet. Open Sideline to send them.',
  uploadWaits: 'Your upload is not finished. Open Sideline to go on.',
} as const;
