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

/** The kind that a file name stands for; undefined if we take no such files. */
export const kindOf = (name: string): ContentType | undefined =>
  (Object.keys(EXTENSIONS) as ContentType[]).find(
    (kind) => name.includes('.') && EXTENSIONS[kind].includes(extensionOf(name)),
  );

/** Enough of a file to tell words from media, bytes. */
const LOOK_BYTES = 1024;

/**
 * Whether the first bytes can belong to a file of that kind. A playlist, a page or a text named `.mp4` is noticed before
 * anything is sent; the server looks closer.
 *
 * @throws DOMException NotReadableError if the file cannot be read.
 */
export const looksLike = async (kind: ContentType, file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, LOOK_BYTES).arrayBuffer());
  if (bytes.length === 0) return false;
  const start = String.fromCharCode(...bytes);
  if (kind === 'text') return start.includes('%PDF-');
  return !start.startsWith('%PDF-') && !isWords(bytes);
};

/** Only printable characters, as no container of sound or pictures begins. */
const isWords = (bytes: Uint8Array): boolean => {
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return false;
  try {
    // A character may be cut at the end of the look.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};
