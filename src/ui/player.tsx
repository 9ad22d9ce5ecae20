import { useRef, useState, type RefObject } from 'react';
import { commonText } from '#contract/text/common.ts';
import { playerText } from '#contract/text/watch-player.ts';
import { Button } from './button.tsx';
import type { PlayerSource } from './media-source.ts';
import { PlayerControls } from './player-controls.tsx';
import { useCaptions } from './use-captions.ts';
import { useControlsVisible } from './use-controls-visible.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useMediaSession } from './use-media-session.ts';
import { useMediaSource } from './use-media-source.ts';
import { useMediaState, type MediaState } from './use-media-state.ts';
import { usePlayerActions } from './use-player-actions.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useStuck } from './use-stuck.ts';
import { useWatchedTime } from './use-watched-time.ts';
import './player.css';

export type { PlayerSource } from './media-source.ts';

export interface PlayerCaptions {
  src: string;
  label: string;
  /** BCP 47, e.g. "en". */
  language: string;
}

export interface PlayerProps {
  kind: 'video' | 'audio';
  title: string;
  /** Channel or Creator, for the lock screen. */
  artist?: string | undefined;
  /** Other content needs another `key`; another URL with the same key resumes at the same position. */
  source: PlayerSource;
  /** Cover: poster of a video, art of audio. */
  poster?: string | undefined;
  /** Drawn over the art of audio. */
  waveformUrl?: string | undefined;
  captions?: readonly PlayerCaptions[] | undefined;
  /** Shown before the media is loaded, ms. */
  durationMs?: number | undefined;
  /** Start position, ms. */
  startAtMs?: number | undefined;
  /** Watched content time of this mount, ms; about every second. Never wall time, never seeks. */
  onProgress?: ((watchedMs: number) => void) | undefined;
  /** Playback position, ms, to resume later; called on pause, seek, end and leaving. */
  onPosition?: ((positionMs: number) => void) | undefined;
  onEnded?: (() => void) | undefined;
  /** The signed URL expired: set a renewed `source`. */
  onExpired?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  /** Stays at the top while the page scrolls. Must be a direct child of the scrolling page. Default true. */
  sticky?: boolean | undefined;
}

/**
 * Video and audio. hls.js is not loaded where the browser plays HLS itself.
 * Source: design §7; D-206, D-207, D-212. For lazy routes only, because it imports Base UI.
 */
export function Player(props: PlayerProps) {
  const {
    kind,
    title,
    artist,
    source,
    poster,
    waveformUrl,
    captions = [],
    durationMs = 0,
    startAtMs = 0,
    onNext,
    onBack,
    sticky = true,
  } = props;
  const frame = useRef<HTMLElement>(null);
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const state = useMediaState(media, startAtMs, durationMs);
  const stream = useMediaSource({ media, source, startAtMs, onExpired: () => props.onExpired?.() });
  const { full, toggle: toggleFull } = useFullScreen(frame, media);
  const subtitles = useCaptions(media, captions.length);
  const controls = useControlsVisible(!state.playing || state.waiting || menuOpen || kind === 'audio');
  const stuck = useStuck(frame, sticky);
  useWatchedTime(media, props.onProgress);

  const reportPosition = () => props.onPosition?.(Math.round((media.current?.currentTime ?? 0) * 1000));
  const actions = usePlayerActions(media, { state, stream, controls, toggleFull, toggleCaptions: subtitles.toggle });
  useMediaSession({ title, artist, artwork: poster, active: state.playing, onSkip: actions.skip, onNext });
  const onKeyDown = usePlayerKeys(actions, controls.show);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of the buttons within
    <section
      ref={frame}
      className="player"
      data-kind={kind}
      data-known={state.known || undefined}
      data-sticky={sticky || undefined}
      data-stuck={stuck || undefined}
      data-idle={!controls.visible || undefined}
      data-started={state.positionS > 0 || state.playing || undefined}
      aria-label={playerText.region(kind, title)}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => event.pointerType === 'mouse' && controls.show()}
      {...controls.focusProps}
    >
      {poster && <img className="player__poster" src={poster} alt="" />}
      {waveformUrl && kind === 'audio' && <img className="player__waveform" src={waveformUrl} alt="" />}
      <MediaElement {...{ kind, title, captions, media }} onPosition={reportPosition} onEnded={props.onEnded} />
      <Surface {...{ state, controls }} onToggle={actions.toggle} />
      {subtitles.words && <CaptionWords>{subtitles.words}</CaptionWords>}
      {stream.failed ? (
        <Failure onRetry={stream.retry} onBack={onBack} />
      ) : (
        <div className="player__controls on-board">
          <PlayerControls
            {...{ state, actions, full, onBack, onNext, frame }}
            qualities={stream.qualities}
            captionsShown={captions.length > 0 ? subtitles.shown : undefined}
            canFull={kind === 'video'}
            onMenu={setMenuOpen}
          />
        </div>
      )}
      {(state.waiting || stream.renewing) && !stream.failed && <Waiting />}
    </section>
  );
}

interface SurfaceProps {
  state: MediaState;
  controls: ReturnType<typeof useControlsVisible>;
  onToggle: () => void;
}

function Surface({ state, controls, onToggle }: SurfaceProps) {
  /** A tap shows and hides the controls; a mouse click plays and pauses, as everywhere. */
  const onSurface = (event: React.MouseEvent) => {
    const touch = (event.nativeEvent as PointerEvent).pointerType !== 'mouse';
    if (!touch) onToggle();
    else if (controls.visible && state.playing) controls.hide();
    else controls.show();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a short way to the buttons
    <div className="player__surface" onClick={onSurface} />
  );
}

function CaptionWords({ children }: { children: string }) {
  return (
    <p className="player__captions">
      <span>{children}</span>
    </p>
  );
}

function Waiting() {
  return (
    <output className="player__waiting">
      <span className="visually-hidden">{playerText.loading}</span>
    </output>
  );
}

interface MediaElementProps extends Pick<PlayerProps, 'kind' | 'title'> {
  captions: readonly PlayerCaptions[];
  media: RefObject<(HTMLVideoElement & HTMLAudioElement) | null>;
  onPosition: () => void;
  onEnded: (() => void) | undefined;
}

function MediaElement({ kind: Media, title, captions, media, onPosition, onEnded }: MediaElementProps) {
  return (
    <Media
      ref={media}
      className="player__media"
      preload="metadata"
      playsInline={Media === 'video' ? true : undefined}
      aria-label={title}
      onPause={onPosition}
      onSeeked={onPosition}
      onEnded={() => {
        onPosition();
        onEnded?.();
      }}
    >
      {captions.map(({ src, label, language }) => (
        <track key={src} kind="captions" src={src} label={label} srcLang={language} />
      ))}
    </Media>
  );
}

function Failure({ onRetry, onBack }: { onRetry: () => void; onBack: (() => void) | undefined }) {
  const [offline] = useState(() => !navigator.onLine);
  return (
    <div className="player__failure on-board" role="alert">
      <p>{offline ? playerText.offline : playerText.failed}</p>
      <div className="player__failure-actions">
        <Button variant="signal" size="m" onClick={onRetry}>
          {playerText.retry}
        </Button>
        {onBack && (
          <Button variant="chalk" size="m" onClick={onBack}>
            {commonText.back}
          </Button>
        )}
      </div>
    </div>
  );
}
