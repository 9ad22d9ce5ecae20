import { useRef, useState, type ReactNode, type RefObject } from 'react';
import VolumeOffIcon from 'lucide-react/icons/volume-off';
import { commonText } from '#contract/text/common.ts';
import { playerText } from '#contract/text/watch-player.ts';
import { Button } from '../buttons/button.tsx';
import type { PlayerSource } from './media-source.ts';
import { PlayerControls } from './player-controls.tsx';
import type { PlayerOptions } from './player-settings.tsx';
import { PlayerSurface } from './player-surface.tsx';
import { usePlayer } from './use-player.ts';
import { useStuck } from './use-stuck.ts';
import './player.css';

export type { PlayerSource } from './media-source.ts';

export interface PlayerCaptions {
  /** The captions as a WebVTT text. */
  vtt: string;
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
  /** Language of the captions that are shown from the start; null is none. */
  captionLanguage?: string | null | undefined;
  onCaptionLanguage?: ((language: string | null) => void) | undefined;
  /** Starts of chapters, marked on the bar, ms. */
  chaptersMs?: readonly number[] | undefined;
  /** Another object jumps to its position. */
  jump?: { toMs: number } | undefined;
  /** Shown before the media is loaded, ms. */
  durationMs?: number | undefined;
  /** Start position, ms. */
  startAtMs?: number | undefined;
  /**
   * Starts by itself: muted where the browser refuses sound, not at all with data saving or reduced motion; in a page in the
   * background only what continues a queue.
   */
  autoPlay?: boolean | 'continued' | undefined;
  /** Watched content time of this mount, ms; about every second. Never wall time, never seeks. */
  onProgress?: ((watchedMs: number) => void) | undefined;
  /**
   * Playback position, ms, to resume later: about every ten seconds and after a seek; a stop on a pause, at the end, when the
   * page is hidden and on leaving.
   */
  onPosition?: ((positionMs: number, isStop: boolean) => void) | undefined;
  onEnded?: (() => void) | undefined;
  /** Shown over the picture while it is at its end. */
  atEnd?: ReactNode;
  /** What the person set for all that they watch; without them there is nothing to set but the speed of this visit. */
  options?: PlayerOptions | undefined;
  onOptions?: ((changed: PlayerOptions) => void) | undefined;
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
  const { kind, title, poster, waveformUrl, captions = [], onNext, onBack, sticky = true, options, onOptions } = props;
  const frame = useRef<HTMLElement>(null);
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const player = usePlayer(props, { frame, media }, menuOpen);
  const { state, stream, sound, full, subtitles, controls, inPicture, actions, onKeyDown } = player;
  const stuck = useStuck(frame, sticky);

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
      <MediaElement {...{ kind, title, media }} onEnded={props.onEnded} />
      <PlayerSurface
        {...{ state, controls }}
        onToggle={actions.toggle}
        onSkip={(seconds) => actions.skip(seconds, true)}
      />
      {subtitles.words && <CaptionWords>{subtitles.words}</CaptionWords>}
      {stream.failed ? (
        <Failure onRetry={stream.retry} onBack={onBack} />
      ) : (
        <PlayerControls
          {...{ state, actions, full, onBack, onNext, frame, captions, inPicture, options, onOptions }}
          chaptersMs={props.chaptersMs}
          qualities={stream.qualities}
          quality={stream.quality}
          captionLanguage={subtitles.language}
          canFull={kind === 'video'}
          onMenu={setMenuOpen}
        />
      )}
      {!stream.failed && sound.isMuted && <TapForSound onPress={sound.unmute} />}
      {!stream.failed && state.ended && props.atEnd}
      {!stream.failed && (state.waiting || stream.renewing) && <Waiting />}
    </section>
  );
}

function CaptionWords({ children }: { children: string }) {
  return (
    <p className="player__captions">
      <span>{children}</span>
    </p>
  );
}

function TapForSound({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="player__sound" onClick={onPress}>
      <VolumeOffIcon aria-hidden="true" className="icon-s" />
      {playerText.tapForSound}
    </button>
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
  media: RefObject<(HTMLVideoElement & HTMLAudioElement) | null>;
  onEnded: (() => void) | undefined;
}

function MediaElement({ kind: Media, title, media, onEnded }: MediaElementProps) {
  return (
    <Media
      ref={media}
      className="player__media"
      preload="metadata"
      playsInline={Media === 'video' ? true : undefined}
      aria-label={title}
      onEnded={onEnded}
    />
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
