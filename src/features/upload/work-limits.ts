import { readVariable } from '#contract/pages.ts';
import { MEDIA_PIXELS_MAX, MEDIA_SIDE_MAX, PDF_PAGES_MAX } from '#contract/limits.ts';
import type { ContentType } from '#contract/rows.ts';
import { uploadLimitText } from '#contract/text/upload-limits.ts';
import { readAnswer } from '#store/answers.ts';
import type { AccountDatabase } from '#store/database.ts';
import { DEFAULT_LENGTH, LENGTH_LIMIT } from './media-limit.ts';

/** Longest wait for the facts of a file, ms: what this browser cannot read by then is judged by the server. */
const READ_MS = 2_000;
const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600 };

interface MediaFacts {
  /** Infinity or NaN where the file does not say. */
  seconds: number;
  widthPx: number;
  heightPx: number;
}

/** Length and size of a video or sound, as far as this browser knows its format; null if it does not. */
const readFacts = (file: File): Promise<MediaFacts | null> => {
  const url = URL.createObjectURL(file);
  const element = document.createElement('video');
  element.preload = 'metadata';
  element.muted = true;
  const ending = new AbortController();
  return new Promise<MediaFacts | null>((resolve) => {
    const { signal } = ending;
    element.addEventListener(
      'loadedmetadata',
      () => resolve({ seconds: element.duration, widthPx: element.videoWidth, heightPx: element.videoHeight }),
      { signal },
    );
    element.addEventListener('error', () => resolve(null), { signal });
    setTimeout(() => resolve(null), READ_MS);
    element.src = url;
  }).finally(() => {
    ending.abort();
    element.removeAttribute('src');
    element.load();
    URL.revokeObjectURL(url);
  });
};

const longestSeconds = async (db: AccountDatabase): Promise<number> => {
  const { value, unit } = (await readAnswer(db, readVariable, LENGTH_LIMIT))?.answer ?? DEFAULT_LENGTH;
  return value * (SECONDS[unit.toLowerCase()] ?? 3600);
};

/**
 * Checks a file against the most work that the server does for one (decision 0046), so that nothing is sent in vain.
 *
 * @param pagesCount Pages of a PDF; null if unknown.
 * @returns Why it is refused; undefined if it is not, or if this browser cannot read it.
 */
export const findTooMuchWork = async (
  db: AccountDatabase,
  file: File,
  { type, pagesCount }: { type: ContentType; pagesCount: number | null },
): Promise<string | undefined> => {
  if (type === 'text')
    return pagesCount !== null && pagesCount > PDF_PAGES_MAX
      ? uploadLimitText.tooManyPages(file.name, PDF_PAGES_MAX)
      : undefined;
  const facts = await readFacts(file);
  if (!facts) return undefined;
  const { seconds, widthPx, heightPx } = facts;
  const longest = await longestSeconds(db);
  if (Number.isFinite(seconds) && seconds > longest) return uploadLimitText.tooLong(file.name, longest);
  return widthPx * heightPx > MEDIA_PIXELS_MAX || Math.max(widthPx, heightPx) > MEDIA_SIDE_MAX
    ? uploadLimitText.tooManyPixels(file.name)
    : undefined;
};
