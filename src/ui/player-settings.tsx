import { useState, type RefObject } from 'react';
import { Menu } from '@base-ui/react/menu';
import { playerText } from '#contract/text/watch-player.ts';
import { CheckIcon, SettingsIcon } from './icons.ts';
import type { Quality } from './media-source.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface Props {
  rate: number;
  onRate: (rate: number) => void;
  qualities: readonly Quality[];
  onLevel: (level: number) => void;
  onOpenChange: (open: boolean) => void;
  /** The popup mounts inside the player, so that it also shows in full screen. */
  container: RefObject<HTMLElement | null>;
}

/** Speed, and quality where the player can select it (hls.js only). */
export function PlayerSettings({ rate, onRate, qualities, onLevel, onOpenChange, container }: Props) {
  const [level, setLevel] = useState(-1);
  const heights = [...new Map(qualities.map((quality) => [quality.height, quality])).values()];
  return (
    <Menu.Root modal={false} onOpenChange={onOpenChange}>
      <Menu.Trigger
        className="player__button"
        aria-label={qualities.length > 1 ? playerText.settings : playerText.speed}
      >
        <SettingsIcon aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal container={container}>
        <Menu.Positioner
          className="player__menu-place"
          align="end"
          sideOffset={2}
          collisionBoundary="clipping-ancestors"
        >
          <Menu.Popup className="player__menu on-board">
            <Menu.RadioGroup value={rate} onValueChange={(next: number) => onRate(next)}>
              <Menu.GroupLabel className="player__menu-label">{playerText.speed}</Menu.GroupLabel>
              {RATES.map((value) => (
                <Choice key={value} value={value}>
                  {playerText.speedOf(value)}
                </Choice>
              ))}
            </Menu.RadioGroup>
            {heights.length > 1 && (
              <Menu.RadioGroup
                value={level}
                onValueChange={(next: number) => {
                  setLevel(next);
                  onLevel(next);
                }}
              >
                <Menu.GroupLabel className="player__menu-label">{playerText.quality}</Menu.GroupLabel>
                <Choice value={-1}>{playerText.qualityAuto}</Choice>
                {heights.toReversed().map((quality) => (
                  <Choice key={quality.level} value={quality.level}>{`${quality.height}p`}</Choice>
                ))}
              </Menu.RadioGroup>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Choice({ value, children }: { value: number; children: string }) {
  return (
    <Menu.RadioItem value={value} className="player__menu-item" closeOnClick>
      <Menu.RadioItemIndicator className="player__menu-tick" keepMounted>
        <CheckIcon aria-hidden="true" className="icon-s" />
      </Menu.RadioItemIndicator>
      {children}
    </Menu.RadioItem>
  );
}
