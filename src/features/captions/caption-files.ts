import { CAPTION_FILE_MAX_BYTES, decodeCaptions, parseCaptions, toSrt, toVtt } from '#contract/captions-file.ts';
import type { Cue } from '#contract/captions-cues.ts';
import { captionsText } from '#contract/text/captions.ts';
import { cleanCueText } from '#contract/captions-file.ts';
import { showToast } from '#ui/overlays/toast.ts';

/** Reads a WebVTT or SRT file, and says what came of it. @returns Undefined if it has no captions. */
export const importCaptions = async (file: File): Promise<Cue[] | undefined> => {
  if (file.size > CAPTION_FILE_MAX_BYTES) {
    showToast({ text: captionsText.importTooLarge, kind: 'failure' });
    return undefined;
  }
  const { cues, skipped } = parseCaptions(decodeCaptions(new Uint8Array(await file.arrayBuffer())));
  if (cues.length === 0) {
    showToast({ text: captionsText.importNothing, kind: 'failure' });
    return undefined;
  }
  showToast({ text: captionsText.imported(cues.length, skipped), kind: 'success' });
  return cues;
};

/** Saves cues to the person's downloads; those without words are left out. */
export const exportCaptions = (name: string, language: string, cues: readonly Cue[], format: 'vtt' | 'srt'): void => {
  const written = cues.map((cue) => ({ ...cue, text: cleanCueText(cue.text) })).filter(({ text }) => text !== '');
  const text = format === 'vtt' ? toVtt(written) : toSrt(written);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: format === 'vtt' ? 'text/vtt' : 'application/x-subrip' }));
  link.download = `${name}.${language}.${format}`;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
