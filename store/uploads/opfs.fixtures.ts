import { opfsStore } from './opfs.ts';

/** One copy, made in a dedicated worker: only there the private file system can be written. */
export interface CopyRequest {
  folder: string;
  id: string;
  file: File;
  isSameFile: boolean;
  isWanted: boolean;
}

addEventListener('message', (event: MessageEvent<CopyRequest>) => {
  const { folder, id, file, isSameFile, isWanted } = event.data;
  opfsStore(folder)
    .put(id, file, { isSameFile, isWanted: () => Promise.resolve(isWanted) })
    .then(
      () => postMessage('copied'),
      (error: unknown) => postMessage((error as Error).name),
    );
});
