import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { withoutToken } from './media-address.ts';
import { attachSource, AUTO_QUALITY, type Attachment, type PlayerSource } from './media-source.ts';

interface Options {
  media: RefObject<HTMLMediaElement | null>;
  source: PlayerSource;
  startAtMs: number;
  onExpired: () => void;
}

/**
 * Attaches the source to the element. A renewed URL of the same file changes nothing that plays: hls.js asks for further
 * pieces with it, and elsewhere it is used while paused, or once the former one has expired. Then, and after another URL (the
 * caller remounts for other content), playback resumes at the same position, and keeps playing if it was.
 */
export function useMediaSource({ media, source, startAtMs, onExpired }: Options) {
  const { hlsUrl, mp4Url, blob, isLong } = source;
  const [tries, setTries] = useState(0);
  const [hlsFile, mp4File] = [withoutToken(hlsUrl), withoutToken(mp4Url)];
  /** One attempt to play; another file, the renewed URL after the former one has expired, or Try again starts a new one. */
  const attempt = useMemo(() => ({ hlsFile, mp4File, blob, tries }), [hlsFile, mp4File, blob, tries]);
  const [failure, setFailure] = useState<{ attempt: object; kind: 'failed' | 'expired'; used?: PlayerSource }>();
  const [qualities, setQualities] = useState<number[]>([]);
  const [quality, setQuality] = useState(AUTO_QUALITY);
  const attachment = useRef<Attachment>(undefined);
  /** Where to resume after the next attachment. */
  const resume = useRef({ positionS: startAtMs / 1000, playing: false });

  const expiredUrls = failure?.attempt === attempt && failure.kind === 'expired' ? failure.used : undefined;
  if (expiredUrls && (expiredUrls.hlsUrl !== hlsUrl || expiredUrls.mp4Url !== mp4Url)) {
    setFailure(undefined);
    setTries((count) => count + 1);
  }

  const readSource = useEffectEvent((): PlayerSource => ({ hlsUrl, mp4Url, blob, isLong }));
  const readQuality = useEffectEvent(() => quality);
  /** The source whose address is in use. */
  const used = useRef<PlayerSource>({});
  const expired = useEffectEvent(() => {
    // It was renewed since: go on with that one.
    if (used.current.hlsUrl !== hlsUrl || used.current.mp4Url !== mp4Url) return setTries((count) => count + 1);
    setFailure({ attempt, kind: 'expired', used: used.current });
    onExpired();
  });
  useEffect(() => {
    used.current = readSource();
    const element = media.current!;
    const { positionS, playing } = resume.current;
    const recordPosition = () => {
      if (element.readyState > 0) resume.current = { positionS: element.currentTime, playing: resume.current.playing };
    };
    const recordPlaying = (event: Event) => {
      // A failure also fires `pause`; only a pause by the person counts.
      if (element.readyState > 0 && !element.error) resume.current.playing = event.type === 'play';
    };
    attachment.current = attachSource(element, used.current, {
      quality: readQuality(),
      startAtS: positionS,
      newestUrl: () => readSource().hlsUrl,
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

  useEffect(() => {
    if (attachment.current?.renew(readSource())) used.current = readSource();
  }, [hlsUrl, mp4Url]);

  const current = failure?.attempt === attempt ? failure.kind : undefined;
  return {
    failed: current === 'failed',
    renewing: current === 'expired',
    qualities,
    quality,
    retry: () => setTries((count) => count + 1),
    setQuality: (height: number) => {
      setQuality(height);
      // The browser's own player offers no choice: attached again it is played by hls.js, from the same position.
      if (attachment.current?.setQuality(height) === false) setTries((count) => count + 1);
    },
  };
}
