import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { attachSource, type Attachment, type PlayerSource, type Quality } from './media-source.ts';

interface Options {
  media: RefObject<HTMLMediaElement | null>;
  source: PlayerSource;
  startAtMs: number;
  onExpired: () => void;
}

/**
 * Keeps the element on its source. A changed address of the same content (the caller remounts
 * for other content) goes on at the same position and keeps playing if it was.
 */
export function useMediaSource({ media, source, startAtMs, onExpired }: Options) {
  const { hlsUrl, mp4Url, blob } = source;
  const [tries, setTries] = useState(0);
  /** One attempt to play: a new one begins with another address or Try again. */
  const attempt = useMemo(() => ({ hlsUrl, mp4Url, blob, tries }), [hlsUrl, mp4Url, blob, tries]);
  const [trouble, setTrouble] = useState<{ attempt: object; kind: 'failed' | 'expired' }>();
  const [qualities, setQualities] = useState<Quality[]>([]);
  const attachment = useRef<Attachment>(undefined);
  /** Where to go on after the next attachment. */
  const resume = useRef({ positionS: startAtMs / 1000, playing: false });

  const expired = useEffectEvent(() => {
    setTrouble({ attempt, kind: 'expired' });
    onExpired();
  });

  useEffect(() => {
    const element = media.current!;
    const { positionS, playing } = resume.current;
    const keepPlace = () => {
      if (element.readyState > 0) resume.current = { positionS: element.currentTime, playing: resume.current.playing };
    };
    const keepPlaying = (event: Event) => {
      // The pause that comes with a failure is not the person's.
      if (element.readyState > 0 && !element.error) resume.current.playing = event.type === 'play';
    };
    attachment.current = attachSource(element, attempt, {
      startAtS: positionS,
      onExpired: () => expired(),
      onFailed: () => setTrouble({ attempt, kind: 'failed' }),
      onQualities: setQualities,
    });
    element.addEventListener('timeupdate', keepPlace);
    element.addEventListener('play', keepPlaying);
    element.addEventListener('pause', keepPlaying);
    if (playing) element.play().catch(() => {});
    return () => {
      for (const name of ['timeupdate', 'play', 'pause']) {
        element.removeEventListener(name, name === 'timeupdate' ? keepPlace : keepPlaying);
      }
      attachment.current?.detach();
    };
  }, [media, attempt]);

  const current = trouble?.attempt === attempt ? trouble.kind : undefined;
  return {
    failed: current === 'failed',
    renewing: current === 'expired',
    qualities,
    retry: () => setTries((count) => count + 1),
    setLevel: (level: number) => attachment.current?.setLevel(level),
  };
}
