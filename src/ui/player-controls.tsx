import type { ReactNode, RefObject } from 'react';
import CaptionsIcon from 'lucide-react/icons/captions';
import CaptionsOffIcon from 'lucide-react/icons/captions-off';
import MaximizeIcon from 'lucide-react/icons/maximize';
import MinimizeIcon from 'lucide-react/icons/minimize';
import RotateCcwIcon from 'lucide-react/icons/rotate-ccw';
import RotateCwIcon from 'lucide-react/icons/rotate-cw';
import SkipForwardIcon from 'lucide-react/icons/skip-forward';
import { commonText } from '#contract/text/common.ts';
import { playerText } from '#contract/text/watch-player.ts';
import { BackIcon, PausedIcon, PlayIcon } from './icons.ts';
import type { Quality } from './media-source.ts';
import type { MediaState } from './use-media-state.ts';
import { PlayerScrubber } from './player-scrubber.tsx';
import { PlayerSettings } from './player-settings.tsx';

export interface PlayerActions {
  toggle: () => void;
  skip: (seconds: number) => void;
  seek: (positionS: number) => void;
  setRate: (rate: number) => void;
  setLevel: (level: number) => void;
  toggleFull: () => void;
  toggleCaptions: () => void;
}

interface Props {
  state: MediaState;
  actions: PlayerActions;
  qualities: readonly Quality[];
  full: boolean;
  /** Undefined when there is no caption track. */
  captionsShown: boolean | undefined;
  canFull: boolean;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onMenu: (open: boolean) => void;
  frame: RefObject<HTMLElement | null>;
}

/** The buttons over the picture. */
export function PlayerControls({
  state,
  actions,
  qualities,
  full,
  captionsShown,
  canFull,
  onBack,
  onNext,
  onMenu,
  frame,
}: Props) {
  return (
    <>
      <div className="player__top">
        {onBack && !full ? (
          <Round label={commonText.back} onPress={onBack}>
            <BackIcon />
          </Round>
        ) : (
          <span />
        )}
        <PlayerSettings
          rate={state.rate}
          onRate={actions.setRate}
          qualities={qualities}
          onLevel={actions.setLevel}
          onOpenChange={onMenu}
          container={frame}
        />
      </div>
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
          bufferedS={state.bufferedS}
          onSeek={actions.seek}
        />
        {captionsShown !== undefined && (
          <Round
            label={captionsShown ? playerText.captionsOff : playerText.captionsOn}
            pressed={captionsShown}
            onPress={actions.toggleCaptions}
          >
            {captionsShown ? <CaptionsIcon /> : <CaptionsOffIcon />}
          </Round>
        )}
        {canFull && <FullButton full={full} onPress={actions.toggleFull} />}
      </div>
    </>
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
