import { useEffect, useState, type RefObject } from 'react';

/** iPhones allow full screen for a video element only. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen of the player with its own controls; on iPhones of the video element only. */
export function useFullScreen(frame: RefObject<HTMLElement | null>, media: RefObject<HTMLMediaElement | null>) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [frame]);

  const toggle = () => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    if (frame.current?.requestFullscreen) return void frame.current.requestFullscreen().catch(() => {});
    (media.current as AppleVideo | null)?.webkitEnterFullscreen?.();
  };
  return { full, toggle };
}
