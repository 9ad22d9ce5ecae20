import type { WatchDetail } from '#contract/channels.ts';

/** One file that can be saved of an item. */
export interface MediaFile {
  /** Height of the picture, px; null for sound and documents. */
  height: number | null;
  url: string;
}

/** A size that the person can choose. */
export interface SizedFile extends MediaFile {
  bytes: number;
}

/** The largest picture of the one file that browsers without HLS play, px on the short side. Source: D-328. */
const ONE_FILE_LINES = 720;

const linesOf = (name: string): number => Number.parseInt(name, 10);

/**
 * The renditions that a master playlist names, largest first. Each is one file beside its playlist, which browsers play as it
 * is; the largest up to 720p is also the file that starts fastest.
 */
const readRenditions = (
  master: string,
  { url, progressiveUrl }: Pick<WatchDetail, 'url' | 'progressiveUrl'>,
): MediaFile[] => {
  const folder = url!.slice(0, url!.lastIndexOf('/'));
  const names = [...master.matchAll(/^(\d+p)\.m3u8$/gmu)]
    .map(([, name]) => name!)
    .toSorted((a, b) => linesOf(b) - linesOf(a));
  const one = names.find((name) => linesOf(name) <= ONE_FILE_LINES) ?? names.at(-1);
  return names.map((name) => ({
    height: linesOf(name),
    url: name === one && progressiveUrl ? progressiveUrl : `${folder}/${name}.mp4`,
  }));
};

/** Reads the master playlist. @throws MediaError if it cannot be read. */
const fetchRenditions = async (detail: WatchDetail, signal: AbortSignal): Promise<MediaFile[]> => {
  const response = await fetch(detail.url!, { signal });
  if (!response.ok) throw new MediaError(response.status);
  return readRenditions(await response.text(), detail);
};

/** The server did not send a media file as it should. */
export class MediaError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Media answered ${status}`);
    this.status = status;
  }
}

const hasOneFile = ({ type }: WatchDetail): boolean => type !== 'video';
const oneFile = (detail: WatchDetail): MediaFile => ({
  height: null,
  url: (detail.type === 'text' ? detail.url : (detail.progressiveUrl ?? detail.url))!,
});

/** Length of a file, bytes. @throws MediaError */
export const lengthOf = async (url: string, signal: AbortSignal): Promise<number> => {
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
  const length = response.headers.get('Content-Length');
  if (!response.ok || length === null) throw new MediaError(response.status);
  return Number(length);
};

/**
 * The files that can be saved of an item with their sizes, largest first.
 *
 * @throws MediaError if the server does not name one; TypeError without a network.
 */
export const readSizes = async (detail: WatchDetail, signal: AbortSignal): Promise<SizedFile[]> => {
  const files = hasOneFile(detail) ? [oneFile(detail)] : await fetchRenditions(detail, signal);
  return Promise.all(
    (files.length > 0 ? files : [oneFile(detail)]).map(async (file) => ({
      ...file,
      bytes: await lengthOf(file.url, signal),
    })),
  );
};

/** The file to save where a picture of at most `height` is wanted; null for the one that plays everywhere. */
export const chooseFile = async (
  detail: WatchDetail,
  height: number | null,
  signal: AbortSignal,
): Promise<MediaFile> => {
  if (height === null || hasOneFile(detail)) return oneFile(detail);
  const files = await fetchRenditions(detail, signal);
  return files.find((file) => file.height! <= height) ?? files.at(-1) ?? oneFile(detail);
};
