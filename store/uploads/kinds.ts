import type { ContentType } from '#contract/rows.ts';

/** File extensions by kind, without their dot. Source: UPL-030…UPL-032. */
export const EXTENSIONS: Readonly<Record<ContentType, readonly string[]>> = {
  video: ['webm', 'avi', 'mov', 'mp4', 'mpg', 'mpeg'],
  audio: ['aac', 'mp3', 'wav', 'ogg', 'm4a'],
  text: ['pdf'],
};
/** For the `accept` of a file input. */
export const ACCEPT = Object.values(EXTENSIONS)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',');

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** The kind of a file by its name; undefined if such files cannot be uploaded. */
export const kindOf = (name: string): ContentType | undefined =>
  (Object.keys(EXTENSIONS) as ContentType[]).find(
    (kind) => name.includes('.') && EXTENSIONS[kind].includes(extensionOf(name)),
  );

/** Bytes read to tell text from media. */
const SNIFF_BYTES = 1024;

/**
 * Whether the first bytes can belong to a file of that kind. Detects a playlist, a page or a text named `.mp4` before
 * anything is sent; the server checks more.
 *
 * @throws DOMException NotReadableError if the file cannot be read.
 */
export const looksLike = async (kind: ContentType, file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  if (bytes.length === 0) return false;
  const start = String.fromCharCode(...bytes);
  if (kind === 'text') return start.includes('%PDF-');
  return !start.startsWith('%PDF-') && !isText(bytes);
};

/** Whether all bytes are printable text; no audio or video container starts like that. */
const isText = (bytes: Uint8Array): boolean => {
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return false;
  try {
    // `stream`: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};
