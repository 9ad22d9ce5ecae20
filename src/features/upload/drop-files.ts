import { droppedFiles, type PickedFile } from './pick-files.ts';

/**
 * Takes files that are dropped anywhere on the page; without it the browser would leave the app and open them.
 *
 * @returns Ends it.
 */
export const listenForDrops = (onDrop: (files: Promise<PickedFile[]>) => void): (() => void) => {
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const dropped = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    onDrop(droppedFiles(event.dataTransfer));
  };
  addEventListener('dragover', over);
  addEventListener('drop', dropped);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', dropped);
  };
};
