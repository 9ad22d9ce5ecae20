import { useEffect, useState, type RefObject } from 'react';

/** iPhones only let the video itself fill the screen. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen of the player with its own controls; on iPhones of the bare video. */
export function useFullScreen(frame: RefObject<HTMLElement | null>, media: RefObject<HTMLMediaElement | null>) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [frame]);

  const toggle = () => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    if (frame.current?.requestFullscreen) return void frame.current.requestFullscreen().catch(() => {});
    (media.current as AppleVideo | null)?.webkitEnterFullscreen?.();
  };
  return { full, toggle };
}
