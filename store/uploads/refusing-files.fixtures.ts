import { openAccountDatabase } from '../database.ts';
import { copyJobFile } from './jobs.ts';
import { openGrowingFile } from './recording-file.ts';
import type { StoredRecording } from './recording.ts';
import type { StoredUploadJob } from './job.ts';

/**
 * How the private file system refuses: it has no folders, it opens no files, it takes no more after the first write, it is
 * full after the first write, or it then takes a part of a write.
 */
export type Refusal = 'folder' | 'access' | 'write' | 'full' | 'short';

/** The work of one dedicated worker, in which the private file system refuses. */
export interface RefusingRequest {
  userId: string;
  refusal?: Refusal;
  /** Copies the file of a job. Answers where it is said to be. */
  copy?: { job: Pick<StoredUploadJob, 'id' | 'fileId'>; file: File };
  /** Appends the pieces to a recording. Answers its size, its bytes, and the name of the error that ended it. */
  record?: { recording: StoredRecording; pieces: Uint8Array<ArrayBuffer>[] };
}
export interface RefusingAnswer {
  isCopied?: boolean;
  size?: number;
  bytes?: Uint8Array<ArrayBuffer>;
  error?: string;
}

type Method = (...args: unknown[]) => unknown;

const refuse = (refusal: Refusal): void => {
  const replace = (owner: string, name: string, make: (real: Method) => Method): void => {
    const { prototype } = (globalThis as unknown as Record<string, { prototype: Record<string, Method> }>)[owner]!;
    prototype[name] = make(prototype[name]!);
  };
  const rejects = (name: string) => () => () => Promise.reject(new DOMException('Not on this device.', name));
  if (refusal === 'folder') return replace('StorageManager', 'getDirectory', rejects('SecurityError'));
  if (refusal === 'access')
    return replace('FileSystemFileHandle', 'createSyncAccessHandle', rejects('NotSupportedError'));
  let writes = 0;
  replace(
    'FileSystemSyncAccessHandle',
    'write',
    (real) =>
      function (this: unknown, ...args) {
        writes += 1;
        if (writes === 1) return real.apply(this, args);
        const half = (args[0] as Uint8Array).subarray(0, 1);
        real.call(this, half, args[1]);
        if (refusal === 'write') throw new DOMException('Failed to write to file', 'InvalidStateError');
        if (refusal === 'full') throw new DOMException('No space.', 'QuotaExceededError');
        return half.length;
      },
  );
};

const answer = async ({ userId, refusal, copy, record }: RefusingRequest): Promise<RefusingAnswer> => {
  if (refusal) refuse(refusal);
  const db = openAccountDatabase(userId);
  if (copy) return { isCopied: await copyJobFile(db, copy.job, copy.file) };
  const { recording, pieces } = record!;
  const file = await openGrowingFile(db, recording);
  let error: string | undefined;
  for (const piece of pieces) {
    error ??= await file.append(piece).then(
      () => undefined,
      (problem: unknown) => (problem as Error).name,
    );
  }
  const result = { size: file.size, bytes: await file.read(0, file.size) };
  file.close();
  return error === undefined ? result : { ...result, error };
};

addEventListener('message', (event: MessageEvent<RefusingRequest>) => {
  answer(event.data).then(
    (answered) => postMessage(answered),
    (error: unknown) => postMessage({ error: (error as Error).name } satisfies RefusingAnswer),
  );
});
