import { useEffect, useState, type RefObject } from 'react';

interface Track {
  /** The captions as a WebVTT text. */
  vtt: string;
  language: string;
}

interface Options {
  captions?: readonly Track[] | undefined;
  /** The language to begin with; null is none. */
  captionLanguage?: string | null | undefined;
  onCaptionLanguage?: ((language: string | null) => void) | undefined;
}

export interface Captions {
  /** Language of the captions that are shown; null if none are. */
  language: string | null;
  /** Caption to show now; drawn by the player, so that its buttons never cover it. */
  words: string;
  /** Turns captions off, or on in the language of the browser, else in the first. */
  toggle: () => void;
  choose: (language: string | null) => void;
}

/** The track of a language, else of another variant of it. */
const findTrack = <T extends Track>(tracks: readonly T[], language: string | null | undefined): T | undefined =>
  tracks.find((track) => track.language === language) ??
  tracks.find((track) => language && track.language.split('-')[0] === language.split('-')[0]);

/** Shows the caption track of a language and returns its current text. */
export function useCaptions(
  mediaRef: RefObject<HTMLMediaElement | null>,
  { captions: tracks = [], captionLanguage: initial, onCaptionLanguage: onChoose }: Options,
): Captions {
  const [chosen, setChosen] = useState<string | null>();
  const [words, setWords] = useState('');
  const track = findTrack(tracks, chosen === undefined ? initial : chosen);
  const vtt = track?.vtt;
  useEffect(() => {
    if (vtt === undefined) return;
    return addTrack(mediaRef.current!, vtt, setWords);
  }, [mediaRef, vtt]);
  const choose = (language: string | null) => {
    setChosen(language);
    onChoose?.(language);
  };
  const toggle = () => {
    if (track) return choose(null);
    const next = findTrack(tracks, navigator.language) ?? tracks[0];
    if (next) choose(next.language);
  };
  return { language: track?.language ?? null, words: track ? words : '', toggle, choose };
}

/**
 * Adds a track to a media element, from memory, so that it needs no network.
 *
 * @param onWords Called with its text whenever that changes.
 * @returns Removes it.
 */
function addTrack(media: HTMLMediaElement, vtt: string, onWords: (words: string) => void): () => void {
  const element = document.createElement('track');
  element.kind = 'captions';
  element.src = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
  media.append(element);
  const { track } = element;
  const read = () => onWords([...(track.activeCues ?? [])].map((cue) => wordsOf(cue as VTTCue)).join('\n'));
  // 'hidden' loads the track and fires events, but the browser does not draw it.
  track.mode = 'hidden';
  track.addEventListener('cuechange', read);
  return () => {
    track.removeEventListener('cuechange', read);
    element.remove();
    URL.revokeObjectURL(element.src);
    onWords('');
  };
}

const wordsOf = (cue: VTTCue): string => cue.getCueAsHTML().textContent ?? '';
