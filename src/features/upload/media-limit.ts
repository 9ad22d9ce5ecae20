import { readVariable } from '#contract/pages.ts';
import type { SizeLimit } from '#store/uploads/pick.ts';
import { useAnswer } from '#app/data/use-answer.ts';

/** Used until the server's limit is fetched. Source: UPL-035. */
export const DEFAULT_LIMIT: SizeLimit = { value: 500, unit: 'MB' };
export const MEDIA_LIMIT = { name: 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE' };
export const TEXT_LIMIT = { name: 'MAX_TEXT_CONTENT_SIZE' };
/** Longest video or sound. */
export const LENGTH_LIMIT = { name: 'MAX_VIDEO_AND_AUDIO_LENGTH' };
export const DEFAULT_LENGTH: SizeLimit = { value: 3, unit: 'hours' };
const FRESH_MS = 3_600_000;

/** The limits that the tips name. */
export const useMediaLimits = (): { size: SizeLimit; length: SizeLimit } => {
  const { answer } = useAnswer(readVariable, MEDIA_LIMIT, { freshMs: FRESH_MS });
  useAnswer(readVariable, TEXT_LIMIT, { freshMs: FRESH_MS });
  const { answer: length } = useAnswer(readVariable, LENGTH_LIMIT, { freshMs: FRESH_MS });
  return { size: answer ?? DEFAULT_LIMIT, length: length ?? DEFAULT_LENGTH };
};
