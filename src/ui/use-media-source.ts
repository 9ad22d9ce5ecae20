import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { attachSource, type Attachment, type PlayerSource, type Quality } from './media-source.ts';

interface Options {
  media: RefObject<HTMLMediaElement | null>;
  source: PlayerSource;
  startAtMs: number;
  onExpired: () => void;
}

/**
 * Attaches the source to the element. After a changed URL of the same content (the caller remounts for other content)
 * playback resumes at the same position, and keeps playing if it was.
 */
export function useMediaSource({ media, source, startAtMs, onExpired }: Options) {
  const { hlsUrl, mp4Url, blob } = source;
  const [tries, setTries] = useState(0);
  /** One attempt to play; another URL or Try again starts a new one. */
  const attempt = useMemo(() => ({ hlsUrl, mp4Url, blob, tries }), [hlsUrl, mp4Url, blob, tries]);
  const [failure, setFailure] = useState<{ attempt: object; kind: 'failed' | 'expired' }>();
  const [qualities, setQualities] = useState<Quality[]>([]);
  const attachment = useRef<Attachment>(undefined);
  /** Where to resume after the next attachment. */
  const resume = useRef({ positionS: startAtMs / 1000, playing: false });

  const expired = useEffectEvent(() => {
    setFailure({ attempt, kind: 'expired' });
    onExpired();
  });

  useEffect(() => {
    const element = media.current!;
    const { positionS, playing } = resume.current;
    const recordPosition = () => {
      if (element.readyState > 0) resume.current = { positionS: element.currentTime, playing: resume.current.playing };
    };
    const recordPlaying = (event: Event) => {
      // A failure also fires `pause`; only a pause by the person counts.
      if (element.readyState > 0 && !element.error) resume.current.playing = event.type === 'play';
    };
    attachment.current = attachSource(element, attempt, {
      startAtS: positionS,
      onExpired: () => expired(),
      onFailed: () => setFailure({ attempt, kind: 'failed' }),
      onQualities: setQualities,
    });
    element.addEventListener('timeupdate', recordPosition);
    element.addEventListener('play', recordPlaying);
    element.addEventListener('pause', recordPlaying);
    if (playing) element.play().catch(() => {});
    return () => {
      for (const name of ['timeupdate', 'play', 'pause']) {
        element.removeEventListener(name, name === 'timeupdate' ? recordPosition : recordPlaying);
      }
      attachment.current?.detach();
    };
  }, [media, attempt]);

  const current = failure?.attempt === attempt ? failure.kind : undefined;
  return {
    failed: current === 'failed',
    renewing: current === 'expired',
    qualities,
    retry: () => setTries((count) => count + 1),
    setLevel: (level: number) => attachment.current?.setLevel(level),
  };
}
