/**
 * Whether the browser's picker that gives handles is used. Not on touch devices, whose plain picker also offers the
 * camera and the photo library.
 */
export const hasHandlePicker = (): boolean =>
  'showOpenFilePicker' in globalThis && matchMedia('(pointer: fine)').matches;

/** Whether the browser's picker of folders that gives handles is used. */
export const hasFolderPicker = (): boolean =>
  'showDirectoryPicker' in globalThis && matchMedia('(pointer: fine)').matches;
