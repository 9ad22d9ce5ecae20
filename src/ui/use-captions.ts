import { useEffect, useState, type RefObject } from 'react';

interface Captions {
  shown: boolean;
  /** What to show now; drawn by the player, so that its buttons never lie over it. */
  words: string;
  toggle: () => void;
}

/** Turns the first caption track on and off and tells its words. */
export function useCaptions(media: RefObject<HTMLMediaElement | null>, tracks: number): Captions {
  const [shown, setShown] = useState(false);
  const [words, setWords] = useState('');
  useEffect(() => {
    const track = media.current?.textTracks[0];
    if (!shown || !track) return;
    return follow(track, setWords);
  }, [media, shown]);
  return { shown, words: shown ? words : '', toggle: () => tracks > 0 && setShown(!shown) };
}

/** Tells the words of a track whenever they change, until the answer is called. */
function follow(track: TextTrack, tell: (words: string) => void): () => void {
  const read = () => tell([...(track.activeCues ?? [])].map((cue) => wordsOf(cue as VTTCue)).join('\n'));
  // Hidden means loaded and followed, but not drawn by the browser.
  track.mode = 'hidden';
  track.addEventListener('cuechange', read);
  return () => {
    track.removeEventListener('cuechange', read);
    track.mode = 'disabled';
  };
}

const wordsOf = (cue: VTTCue): string => cue.getCueAsHTML().textContent ?? '';
