import type { ReactNode, RefObject } from 'react';
import CaptionsIcon from 'lucide-react/icons/captions';
import CaptionsOffIcon from 'lucide-react/icons/captions-off';
import MaximizeIcon from 'lucide-react/icons/maximize';
import MinimizeIcon from 'lucide-react/icons/minimize';
import PictureInPictureIcon from 'lucide-react/icons/picture-in-picture-2';
import RotateCcwIcon from 'lucide-react/icons/rotate-ccw';
import RotateCwIcon from 'lucide-react/icons/rotate-cw';
import SkipForwardIcon from 'lucide-react/icons/skip-forward';
import { commonText } from '#contract/text/common.ts';
import { playerText } from '#contract/text/watch-player.ts';
import { BackIcon, PausedIcon, PlayIcon } from '../icons.ts';
import type { MediaState } from './use-media-state.ts';
import { PlayerScrubber } from './player-scrubber.tsx';
import { PlayerSettings, type CaptionChoice, type PlayerOptions } from './player-settings.tsx';
import type { PictureInPicture } from './use-picture-in-picture.ts';

export interface PlayerActions {
  toggle: () => void;
  /** `isQuiet`: without showing the controls. */
  skip: (seconds: number, isQuiet?: boolean) => void;
  seek: (positionS: number) => void;
  setRate: (rate: number) => void;
  /** A picture height, px, or `AUTO_QUALITY`. */
  setQuality: (height: number) => void;
  toggleSound: () => void;
  toggleFull: () => void;
  toggleCaptions: () => void;
  chooseCaptions: (language: string | null) => void;
}

interface Props {
  state: MediaState;
  actions: PlayerActions;
  /** Picture heights to choose from, px, ascending. */
  qualities: readonly number[];
  quality: number;
  full: boolean;
  captions: readonly CaptionChoice[];
  /** Language of the captions that are shown; null if none are. */
  captionLanguage: string | null;
  /** Starts of chapters, ms. */
  chaptersMs?: readonly number[] | undefined;
  canFull: boolean;
  inPicture: PictureInPicture;
  options: PlayerOptions | undefined;
  onOptions: ((changed: PlayerOptions) => void) | undefined;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onMenu: (open: boolean) => void;
  frame: RefObject<HTMLElement | null>;
}

/** The buttons over the picture. */
export function PlayerControls(props: Props) {
  const { state, actions, full, captions, captionLanguage, chaptersMs, canFull, onNext } = props;
  return (
    <div className="player__controls on-board">
      <TopButtons {...props} />
      <div className="player__middle">
        {/* Keeps the play button in the middle. */}
        {onNext && <span className="player__balance" />}
        <Round shaded label={playerText.back10} onPress={() => actions.skip(-10)}>
          <RotateCcwIcon className="icon-l" />
        </Round>
        <PlayButton state={state} onPress={actions.toggle} />
        <Round shaded label={playerText.forward10} onPress={() => actions.skip(10)}>
          <RotateCwIcon className="icon-l" />
        </Round>
        {onNext && (
          <Round shaded label={playerText.next} onPress={onNext}>
            <SkipForwardIcon className="icon-l" />
          </Round>
        )}
      </div>
      <div className="player__bottom">
        <PlayerScrubber
          positionS={state.positionS}
          durationS={state.durationS}
          lengthS={state.lengthS}
          bufferedS={state.bufferedS}
          onSeek={actions.seek}
          marksMs={chaptersMs}
        />
        {captions.length > 0 && <CaptionsButton on={captionLanguage !== null} onPress={actions.toggleCaptions} />}
        {canFull && <FullButton full={full} onPress={actions.toggleFull} />}
      </div>
    </div>
  );
}

function TopButtons(props: Props) {
  const { state, actions, full, inPicture, onBack, onMenu, frame } = props;
  const { qualities, quality, captions, captionLanguage, options, onOptions } = props;
  return (
    <div className="player__top">
      {onBack && !full ? (
        <Round label={commonText.back} onPress={onBack}>
          <BackIcon />
        </Round>
      ) : (
        <span />
      )}
      <div className="player__corner">
        {inPicture.can && state.known && <PictureButton {...inPicture} />}
        <PlayerSettings
          {...{ qualities, quality, captions, captionLanguage, options, onOptions }}
          rate={state.rate}
          onRate={actions.setRate}
          onQuality={actions.setQuality}
          onCaptions={actions.chooseCaptions}
          onOpenChange={onMenu}
          container={frame}
        />
      </div>
    </div>
  );
}

function PlayButton({ state, onPress }: { state: MediaState; onPress: () => void }) {
  const { ended, playing } = state;
  return (
    <button
      type="button"
      className="player__play"
      aria-label={ended ? playerText.replay : playing ? playerText.pause : playerText.play}
      onClick={onPress}
    >
      {ended ? (
        <RotateCcwIcon aria-hidden="true" />
      ) : playing ? (
        <PausedIcon className="icon-fill" aria-hidden="true" />
      ) : (
        <PlayIcon className="icon-fill player__triangle" aria-hidden="true" />
      )}
    </button>
  );
}

function CaptionsButton({ on, onPress }: { on: boolean; onPress: () => void }) {
  return (
    <Round label={on ? playerText.captionsOff : playerText.captionsOn} pressed={on} onPress={onPress}>
      {on ? <CaptionsIcon /> : <CaptionsOffIcon />}
    </Round>
  );
}

function PictureButton({ isOn, toggle }: PictureInPicture) {
  return (
    <Round
      label={isOn ? playerText.leavePictureInPicture : playerText.pictureInPicture}
      pressed={isOn}
      onPress={toggle}
    >
      <PictureInPictureIcon />
    </Round>
  );
}

function FullButton({ full, onPress }: { full: boolean; onPress: () => void }) {
  return (
    <Round label={full ? playerText.leaveFullScreen : playerText.fullScreen} onPress={onPress}>
      {full ? <MinimizeIcon /> : <MaximizeIcon />}
    </Round>
  );
}

function Round({
  label,
  onPress,
  shaded,
  pressed,
  children,
}: {
  label: string;
  onPress: () => void;
  shaded?: boolean;
  pressed?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="player__button"
      data-shaded={shaded}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
