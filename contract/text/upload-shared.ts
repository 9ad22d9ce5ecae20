/** Words for what other apps share to Sideline. Source: decision 0043. */
export const sharedText = {
  title: 'Shared to Sideline',
  taking: 'Adding the files to your uploads',
  signIn: 'Sign in',
  join: 'Join Sideline',
  kept: (count: number): string =>
    count === 1 ? '1 file is kept on this device.' : `${count} files are kept on this device.`,
  signedOut: 'Sign in to add them to a Library. They stay here until then.',
  member:
    'Members have no Library. Switch to your Creator role in the menu, then open this page again. The files stay here.',
  remove: 'Delete the files from this device',
  removeTitle: 'Delete the shared files?',
  removeBody: 'They are deleted from Sideline on this device. The originals stay where they are.',
  removeConfirm: 'Delete',
  keep: 'Keep',
  nothing: 'There is no shared file here.',
  onlyFiles: 'A text or a link cannot be added to your Library. Share a video, a sound file or a PDF.',
  full: 'This device is full, so the files were not kept. Free some room and share them again.',
  failed: 'The files could not be read. Share them again.',
  toLibrary: 'Go to Library',
  toHome: 'Go to Home',
  openMenu: 'Go to Dashboard',
} as const;
