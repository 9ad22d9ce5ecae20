import { commonText } from './common.ts';

/** Words of picking files and of uploads. Source: UPL-027…UPL-040, UPL-051…UPL-056; T-25…T-28. */
export const uploadText = {
  tooMany: (most: number) => `You are only able to upload ${most} files at a time.`,
  tooManyInFolders: (most: number) =>
    `These folders have more than ${most} files that Sideline takes. Please choose fewer folders at a time.`,
  /** Some names and the number of the others. */
  leftOut: (names: readonly string[], others: number, limit: string) =>
    `Left out, because Sideline takes video, audio and PDF files up to ${limit}: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
  outOfStorage: 'Please upgrade your current storage plan to continue uploading new content.',
  wrongType: (name: string, type: string) => `File '${name}' is not a ${type}`,
  tooLarge: (name: string, value: number, unit: string) =>
    `The '${name}' file is to large. The maximum file size can't exceed ${value}${unit}.`,
  storedAsCopy: (name: string, copy: string) =>
    `[${name}] already exists in your content library. It has been stored as a copy under [${copy}]`,
  whileUploading: (product: string) =>
    `While your content is uploading, feel free to explore other areas of ${product}.`,
  failed: 'Something’s wrong. Content wasn’t uploaded.',
  failedIn: (organization: string) => `Something’s wrong. Content of ${organization} wasn’t uploaded.`,
  failedInOwn: 'Something’s wrong. Content of your own Library wasn’t uploaded.',
  goToLibrary: 'Go to Library',
  ready: (title: string) => `‘${title}’ is in your Library.`,
  addToChannel: 'Add to Channel',
  slow: 'Your connection is slow. Tap to try again.',
  error: 'Upload failed. Tap to try again.',
  encodingError: 'This file could not be processed. Please upload another version.',
  keepPageOpen: 'This device has no room to keep the file. Keep this page open until it is uploaded.',
  chooseAgain: 'Please choose this file again. What was sent already is kept.',
  allowAgain: 'Please allow Sideline to read this file again. What was sent already is kept.',
  otherFile: 'This is not the file that was chosen before.',
  waitsForWifi: 'Waiting for Wi-Fi',
  waitsForRoom: 'Waiting for storage. It is sent as soon as there is room.',
  unreadable: 'The file could not be read. Please choose it again.',
  signIn: 'Sign in again to go on. Your file is kept.',
} as const;

/** Texts of notifications that the service worker composes without the server. */
export const workerText = {
  product: commonText.product,
  unsent: 'Some changes could not be sent yet. Open Sideline to send them.',
  uploadWaits: 'Your upload is not finished. Open Sideline to go on.',
  uploadWaitsForRoom: 'Your upload waits for storage. Open Sideline to make room.',
  uploadWaitsForWifi: 'Your upload waits for Wi-Fi. Open Sideline when you have it.',
} as const;

/** Publishing a file that is still on its way. Source: D-360. */
export const publishWhenReadyText = {
  offer: 'Publish when ready',
  offerFor: (name: string) => `Publish when ready: ${name}`,
  plannedAt: (channel: string, time: string) => `Goes live on ${channel} on ${time}.`,
  planned: (channel: string) => `Goes live on ${channel} when it is ready.`,
  takeBack: 'Do not publish',
  takeBackFor: (name: string) => `Do not publish ${name}`,
} as const;

/** The buttons of an upload that open the editors. Source: D-94, decision 0048. */
export const uploadEditText = {
  edit: 'Edit Video',
  editFor: (name: string): string => `Edit Video ${name}`,
  captions: 'Captions',
  captionsFor: (name: string): string => `Captions & Chapters of ${name}`,
} as const;
