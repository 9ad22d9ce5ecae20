import { useCallback, useEffect, useState } from 'react';
import { readEncoding } from '#contract/upload.ts';
import { CallError } from '#store/api.ts';
import type { AccountDatabase } from '#store/database.ts';
import { findFile } from '#store/uploads/local-copy.ts';
import { useAccount } from './account.ts';
import { useOnlineCall } from './use-act.ts';
import type { OwnMedia } from './read-own-media.ts';

export type MediaSource =
  | { state: 'loading' }
  | { state: 'ready'; url: string }
  | { state: 'offline' | 'preparing' | 'failed' };

export interface LoadedSource {
  source: MediaSource;
  /** The element could not play it: the next place is tried, or the failure is shown. */
  refuse(): void;
  /** Starts over. */
  retry(): void;
}

/** The file on this device: saved for offline, or still uploading. A file of before an edit has another size. */
const readLocal = async (
  db: AccountDatabase,
  { id, originFileSize }: Pick<OwnMedia, 'id' | 'originFileSize'>,
): Promise<Blob | undefined> => {
  const saved = await db.savedMedia.get(id);
  if (saved?.bytes === originFileSize) return saved.blob;
  const job = await db.uploadJobs.get(id);
  return job?.size === originFileSize ? (await findFile(db, job)).file : undefined;
};

interface Attempt {
  /** Whether the file on the device was tried: a browser plays fewer formats than the server. */
  isRemote: boolean;
  round: number;
}

/**
 * Where an own video or sound is played from: the device if it has the file, else the rendition on the server.
 *
 * @param givenUrl An address of its media that is tried first.
 */
export const useOwnMedia = (content: OwnMedia, givenUrl?: string): LoadedSource => {
  const { db } = useAccount();
  const callOnline = useOnlineCall();
  const [source, setSource] = useState<MediaSource>({ state: 'loading' });
  const [{ isRemote, round }, setAttempt] = useState<Attempt>({ isRemote: false, round: 0 });
  const { id, originFileSize } = content;

  useEffect(() => {
    let isLeft = false;
    let objectUrl: string | undefined;
    const readRemote = async (): Promise<MediaSource> => {
      if (round === 0 && givenUrl) return { state: 'ready', url: givenUrl };
      try {
        const { data } = await callOnline(readEncoding, { contentId: id });
        const url = data.embedUrlList[0]?.https.source.progressive;
        return url === undefined ? { state: 'preparing' } : { state: 'ready', url };
      } catch (error) {
        if (!(error instanceof CallError)) return { state: 'failed' };
        // Not found: it is still uploading, and this device has no copy.
        return { state: error.kind === 'offline' ? 'offline' : error.status === 404 ? 'preparing' : 'failed' };
      }
    };
    const load = async () => {
      const file = isRemote ? undefined : await readLocal(db, { id, originFileSize });
      const found: MediaSource = file
        ? { state: 'ready', url: (objectUrl = URL.createObjectURL(file)) }
        : await readRemote();
      if (!isLeft) setSource(found);
      else if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
    void load();
    return () => {
      isLeft = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [db, callOnline, id, originFileSize, givenUrl, isRemote, round]);

  const begin = useCallback((attempt: (before: Attempt) => Attempt) => {
    setSource({ state: 'loading' });
    setAttempt(attempt);
  }, []);
  return {
    source,
    refuse: () =>
      source.state === 'ready' && source.url.startsWith('blob:')
        ? begin(({ round: last }) => ({ isRemote: true, round: last }))
        : setSource({ state: 'failed' }),
    retry: () => begin(({ round: last }) => ({ isRemote: false, round: last + 1 })),
  };
};
