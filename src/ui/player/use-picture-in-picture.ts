import { useEffect, useState, type RefObject } from 'react';

export interface PictureInPicture {
  /** The browser can show the video in a small window over other apps. */
  can: boolean;
  isOn: boolean;
  toggle: () => void;
}

/** The video in a small window over other apps, where the browser has it. */
export function usePictureInPicture(media: RefObject<HTMLVideoElement | null>, isVideo: boolean): PictureInPicture {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const element = media.current!;
    const update = () => setOn(document.pictureInPictureElement === element);
    element.addEventListener('enterpictureinpicture', update);
    element.addEventListener('leavepictureinpicture', update);
    return () => {
      element.removeEventListener('enterpictureinpicture', update);
      element.removeEventListener('leavepictureinpicture', update);
    };
  }, [media]);
  const toggle = () => {
    if (isOn) return void document.exitPictureInPicture();
    // Refused before the video is loaded; the button is there again.
    media.current!.requestPictureInPicture().catch(() => {});
  };
  return { can: isVideo && document.pictureInPictureEnabled, isOn, toggle };
}
