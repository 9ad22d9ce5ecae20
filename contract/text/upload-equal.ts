/** An upload of a file that its owner has already. */
export const equalFileText = {
  inLibrary: (name: string): string => `You already have this file: ${name}, in your Library.`,
  inFolder: (name: string, folder: string): string => `You already have this file: ${name}, in the folder ${folder}.`,
  useThat: 'Use that one',
  useThatFor: (name: string): string => `Use that one and cancel the upload of ${name}`,
  both: 'Upload again',
  bothFor: (name: string): string => `Upload again: ${name}`,
  used: (name: string): string => `The upload was cancelled. You have ${name}.`,
} as const;
