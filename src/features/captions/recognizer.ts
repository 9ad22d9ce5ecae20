import type { Cue } from '#contract/captions-cues.ts';
import { cleanCueText } from '#contract/captions-file.ts';

/** The browser's own speech recognizer, where it runs on the device; the sound never leaves it. */

interface Alternative {
  transcript: string;
}
interface RecognitionEvent {
  resultIndex: number;
  results: ArrayLike<ArrayLike<Alternative> & { isFinal: boolean }>;
}
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
  onresult: ((event: RecognitionEvent) => void) | null;
}
interface RecognitionClass {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

const recognitionClass = (): RecognitionClass | undefined => {
  const found = (globalThis as { SpeechRecognition?: RecognitionClass }).SpeechRecognition;
  return found && 'processLocally' in found.prototype && found.available ? found : undefined;
};

/** Whether this browser recognizes a language on the device, with nothing to download. */
export const canRecognize = async (language: string): Promise<boolean> => {
  try {
    const state = await recognitionClass()?.available?.({ langs: [language], processLocally: true });
    return state === 'available' && 'captureStream' in HTMLMediaElement.prototype;
  } catch {
    return false;
  }
};

/** Words that are shown at once, about. */
const CUE_CHARACTERS = 80;

/** Cuts what was recognized between two times into cues of about a line or two, their times in proportion. */
export const cuesOfWords = (transcript: string, fromMs: number, toMs: number): Cue[] => {
  const words = transcript.trim().split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < CUE_CHARACTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const whole = lines.join('').length;
  const timeOf = (characters: number) => Math.round(fromMs + ((toMs - fromMs) * characters) / whole);
  let before = 0;
  return lines.flatMap((line) => {
    const startMs = timeOf(before);
    before += line.length;
    const endMs = timeOf(before);
    return endMs > startMs ? [{ startMs, endMs, text: cleanCueText(line) }] : [];
  });
};

/**
 * Plays a media element and recognizes what is said, from its position to its end.
 *
 * @param onCues Called with the cues of each part that was recognized.
 * @throws Error if the media has no sound to listen to.
 */
export const recognize = async (
  media: HTMLMediaElement,
  language: string,
  onCues: (cues: Cue[]) => void,
  signal: AbortSignal,
): Promise<void> => {
  const capturing = media as HTMLMediaElement & { captureStream(): MediaStream };
  await media.play();
  const [track] = capturing.captureStream().getAudioTracks();
  if (!track) throw new Error('There is no sound');
  const recognition = new (recognitionClass()!)();
  Object.assign(recognition, { lang: language, continuous: true, interimResults: false, processLocally: true });
  let fromMs = media.currentTime * 1000;
  recognition.onresult = ({ results, resultIndex }) => {
    for (let at = resultIndex; at < results.length; at += 1) {
      if (!results[at]!.isFinal) continue;
      const toMs = media.currentTime * 1000;
      onCues(cuesOfWords(results[at]![0]?.transcript ?? '', fromMs, toMs));
      fromMs = toMs;
    }
  };
  const done = Promise.withResolvers<void>();
  const heard = new AbortController();
  recognition.addEventListener('end', () => done.resolve(), heard);
  recognition.addEventListener('error', (event) => done.reject(new Error((event as ErrorEvent).message)), heard);
  media.addEventListener('pause', () => recognition.stop(), heard);
  media.addEventListener('ended', () => recognition.stop(), heard);
  signal.addEventListener('abort', () => recognition.abort(), heard);
  try {
    recognition.start(track);
    await done.promise;
  } finally {
    heard.abort();
    media.pause();
  }
};
