import type { ContentType } from '#contract/rows.ts';
import { displayText } from '#contract/text/ui-display.ts';
import { formatLength } from '#app/format/format.ts';

const KINDS = { video: displayText.video, audio: displayText.audio, text: displayText.pdf } as const;

/** Kind and length of an item: "Video · 6:42". */
export const describe = (content: { type: ContentType; duration: number | null; pagesCount: number | null }): string =>
  [KINDS[content.type], formatLength(content)].filter(Boolean).join(' · ');
