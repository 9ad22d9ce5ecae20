import { readVariable } from '#contract/pages.ts';
import type { SizeLimit } from '#store/uploads/pick.ts';
import { useAnswer } from '#app/data/use-answer.ts';

/** Used until the server's limit is fetched. Source: UPL-035. */
export const DEFAULT_LIMIT: SizeLimit = { value: 500, unit: 'MB' };
export const MEDIA_LIMIT = { name: 'MAX_VIDEO_AND_AUDIO_CONTENT_SIZE' };
export const TEXT_LIMIT = { name: 'MAX_TEXT_CONTENT_SIZE' };
const FRESH_MS = 3_600_000;

/** The size limit that the tips name. */
export const useMediaLimit = (): SizeLimit => {
  const { answer } = useAnswer(readVariable, MEDIA_LIMIT, { freshMs: FRESH_MS });
  useAnswer(readVariable, TEXT_LIMIT, { freshMs: FRESH_MS });
  return answer ?? DEFAULT_LIMIT;
};
