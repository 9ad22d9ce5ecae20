import type { RefObject } from 'react';
import { Menu } from '@base-ui/react/menu';
import { playerText } from '#contract/text/watch-player.ts';
import { CheckIcon, SettingsIcon } from '../icons.ts';
import { AUTO_QUALITY } from './media-source.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

export interface CaptionChoice {
  language: string;
  label: string;
}

/** What a person sets once for all that they watch on this device. */
export interface PlayerOptions {
  rate?: number | undefined;
  /** Whether the next item begins by itself. */
  playsNext?: boolean | undefined;
  /** Whether the keys of the player also work while the focus is elsewhere on the page. */
  pageKeys?: boolean | undefined;
}

interface Props {
  rate: number;
  onRate: (rate: number) => void;
  /** Picture heights to choose from, px, ascending. */
  qualities: readonly number[];
  quality: number;
  onQuality: (height: number) => void;
  captions: readonly CaptionChoice[];
  captionLanguage: string | null;
  onCaptions: (language: string | null) => void;
  options: PlayerOptions | undefined;
  onOptions: ((changed: PlayerOptions) => void) | undefined;
  onOpenChange: (open: boolean) => void;
  /** The popup mounts inside the player, so that it also shows in full screen. */
  container: RefObject<HTMLElement | null>;
}

/** Speed, captions, quality where there is a choice, and what plays next. */
export function PlayerSettings({
  rate,
  onRate,
  qualities,
  quality,
  onQuality,
  options,
  onOptions,
  onOpenChange,
  container,
  ...spoken
}: Props) {
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
            <CaptionChoices {...spoken} />
            {qualities.length > 1 && (
              <Menu.RadioGroup value={quality} onValueChange={(next: number) => onQuality(next)}>
                <Menu.GroupLabel className="player__menu-label">{playerText.quality}</Menu.GroupLabel>
                <Choice value={AUTO_QUALITY}>{playerText.qualityAuto}</Choice>
                {qualities.toReversed().map((height) => (
                  <Choice key={height} value={height}>{`${height}p`}</Choice>
                ))}
              </Menu.RadioGroup>
            )}
            {options && onOptions && <OptionChoices options={options} onOptions={onOptions} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A device with a mouse has keys, as far as browsers say. */
const hasKeys = (): boolean => matchMedia('(any-hover: hover)').matches;

function OptionChoices({
  options,
  onOptions,
}: {
  options: PlayerOptions;
  onOptions: (changed: PlayerOptions) => void;
}) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="player__menu-label">{playerText.more}</Menu.GroupLabel>
      <Toggle isOn={options.playsNext !== false} onChange={(playsNext) => onOptions({ playsNext })}>
        {playerText.playNext}
      </Toggle>
      {hasKeys() && (
        <Toggle isOn={options.pageKeys !== false} onChange={(pageKeys) => onOptions({ pageKeys })}>
          {playerText.shortcuts}
        </Toggle>
      )}
    </Menu.Group>
  );
}

function Toggle({ isOn, onChange, children }: { isOn: boolean; onChange: (isOn: boolean) => void; children: string }) {
  return (
    <Menu.CheckboxItem checked={isOn} onCheckedChange={onChange} className="player__menu-item">
      <Menu.CheckboxItemIndicator className="player__menu-tick" keepMounted>
        <CheckIcon aria-hidden="true" className="icon-s" />
      </Menu.CheckboxItemIndicator>
      {children}
    </Menu.CheckboxItem>
  );
}

/** The languages of captions, and none of them. */
function CaptionChoices({
  captions,
  captionLanguage,
  onCaptions,
}: Pick<Props, 'captions' | 'captionLanguage' | 'onCaptions'>) {
  if (captions.length === 0) return null;
  return (
    <Menu.RadioGroup value={captionLanguage ?? ''} onValueChange={(next: string) => onCaptions(next || null)}>
      <Menu.GroupLabel className="player__menu-label">{playerText.captions}</Menu.GroupLabel>
      <Choice value="">{playerText.noCaptions}</Choice>
      {captions.map(({ language, label }) => (
        <Choice key={language} value={language}>
          {label}
        </Choice>
      ))}
    </Menu.RadioGroup>
  );
}

function Choice({ value, children }: { value: number | string; children: string }) {
  return (
    <Menu.RadioItem value={value} className="player__menu-item" closeOnClick>
      <Menu.RadioItemIndicator className="player__menu-tick" keepMounted>
        <CheckIcon aria-hidden="true" className="icon-s" />
      </Menu.RadioItemIndicator>
      {children}
    </Menu.RadioItem>
  );
}
