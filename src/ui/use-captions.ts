import { useEffect, useState, type RefObject } from 'react';

interface Captions {
  shown: boolean;
  /** Caption to show now; drawn by the player, so that its buttons never cover it. */
  words: string;
  toggle: () => void;
}

/** Turns the first caption track on and off and returns its current text. */
export function useCaptions(media: RefObject<HTMLMediaElement | null>, tracks: number): Captions {
  const [shown, setShown] = useState(false);
  const [words, setWords] = useState('');
  useEffect(() => {
    const track = media.current?.textTracks[0];
    if (!shown || !track) return;
    return subscribe(track, setWords);
  }, [media, shown]);
  return { shown, words: shown ? words : '', toggle: () => tracks > 0 && setShown(!shown) };
}

/** Calls `onWords` with the text of a track whenever it changes. Returns an unsubscribe function. */
function subscribe(track: TextTrack, onWords: (words: string) => void): () => void {
  const read = () => onWords([...(track.activeCues ?? [])].map((cue) => wordsOf(cue as VTTCue)).join('\n'));
  // 'hidden' loads the track and fires events, but the browser does not draw it.
  track.mode = 'hidden';
  track.addEventListener('cuechange', read);
  return () => {
    track.removeEventListener('cuechange', read);
    track.mode = 'disabled';
  };
}

const wordsOf = (cue: VTTCue): string => cue.getCueAsHTML().textContent ?? '';
