/** Why a new file did not replace the old one, for its owner, and what to do. */
export const replaceReasonText = {
  failed: (reason: string | null): string =>
    `The new file was not used and the old one is unchanged. ${reason ?? 'It could not be processed. Please choose another one.'}`,
  noRoom: 'There is no room for the new file. The old one is unchanged. Free some storage and replace it again.',
} as const;

/** Replacing the file of an item in the Library. */
export const replaceFileText = {
  action: 'Replace File',
  title: (name: string): string => `Replace the file of ${name}`,
  keeps: 'Link, title, tags, ratings and views stay. Choose a file of the same kind.',
  until: 'The old file plays until the new one is uploaded and prepared. Then it is deleted.',
  offline: 'You are offline. The new file is kept on this device and sent when you are online.',
  dropsEdit: 'The edit that is being made is dropped once the new file is uploaded.',
  dropsFile: 'A new file is being prepared. The next one takes its place.',
  choose: { video: 'Choose a video', audio: 'Choose an audio file', text: 'Choose a PDF' },
  replaces: (title: string): string => `Replaces the file of ‘${title}’. The old file plays until this one is ready.`,
  cancel: 'Keep the old file',
  cancelled: (name: string): string => `${name} keeps its file.`,
  hide: 'Hide this message',
  running: 'A new file is being prepared. You can edit the video when that is done.',
} as const;
