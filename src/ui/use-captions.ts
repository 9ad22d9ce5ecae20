import { useState, type RefObject } from 'react';

/** Turns the first caption track on and off; the browser draws the words. */
export function useCaptions(media: RefObject<HTMLMediaElement | null>, tracks: number) {
  const [shown, setShown] = useState(false);
  const toggle = () => {
    if (tracks === 0) return;
    const next = !shown;
    for (const [index, track] of [...media.current!.textTracks].entries()) track.mode = next && index === 0 ? 'showing' : 'disabled';
    setShown(next);
  };
  return { shown, toggle };
}
