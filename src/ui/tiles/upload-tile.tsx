// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { ReactNode } from 'react';
import { uploadTileText } from '#contract/text/upload-tile.ts';
import { classNames } from '../class-names.ts';
import type { ContentKind } from '../pictures/cover.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import {
  AudioIcon,
  CloseIcon,
  DoneIcon,
  PausedIcon,
  ProblemIcon,
  RetryIcon,
  SlowIcon,
  TextIcon,
  VideoIcon,
  WaitingIcon,
} from '../icons.ts';
import { LaneBar } from '../charts/lane-bar.tsx';
import './upload-tile.css';

export type UploadTileState =
  | 'copying'
  | 'making-smaller'
  | 'waiting'
  | 'uploading'
  | 'optimizing'
  | 'reviewing'
  | 'paused'
  | 'will-send'
  | 'slow'
  | 'error'
  | 'encoding-error'
  | 'refused';

export interface UploadTileProps {
  name: string;
  kind: ContentKind;
  state: UploadTileState;
  /** 0 to 100. */
  percent?: number | undefined;
  /** "118 of 190 MB", beside the percentage. */
  size?: string | undefined;
  /** Replaces the default text of the state, e.g. with the server's reason. */
  message?: string | undefined;
  /** Replaces the state's text on the screen without being announced, because it changes often. */
  progress?: string | undefined;
  /** Percent of the server's work while `optimizing`; 0 or undefined while unknown. */
  prepared?: number | undefined;
  /** Usually a `RowMenu`: further actions. */
  menu?: ReactNode;
  /** A `Button` below the status: the next step. */
  action?: ReactNode;
  onRetry?: (() => void) | undefined;
  onCancel: () => void;
  thumbSrc?: string | undefined;
  /** Below the progress: what happens after the upload. */
  after?: ReactNode;
}

interface StateLook {
  words: string;
  icon?: ReactNode;
  edge?: 'hold' | 'problem';
}

const looks: Record<UploadTileState, StateLook> = {
  copying: { words: uploadTileText.copying },
  'making-smaller': { words: uploadTileText.makingSmaller },
  waiting: { words: uploadTileText.waiting, icon: <WaitingIcon /> },
  uploading: { words: uploadTileText.uploading },
  optimizing: { words: uploadTileText.optimizing },
  reviewing: { words: uploadTileText.reviewing, icon: <DoneIcon /> },
  paused: { words: uploadTileText.paused, icon: <PausedIcon />, edge: 'hold' },
  'will-send': { words: uploadTileText.willSend, icon: <WaitingIcon /> },
  slow: { words: uploadTileText.slow, icon: <SlowIcon />, edge: 'problem' },
  error: { words: uploadTileText.error, icon: <ProblemIcon />, edge: 'problem' },
  'encoding-error': { words: uploadTileText.encodingError, icon: <ProblemIcon />, edge: 'problem' },
  refused: { words: uploadTileText.error, icon: <ProblemIcon />, edge: 'problem' },
};

const kindIcons = { video: <VideoIcon />, audio: <AudioIcon />, text: <TextIcon /> } as const;

/** One upload, as a full-width row above the grid. Use it inside an `UploadTray`. Source: UPL-003, UPL-053; design §6. */
export function UploadTile(props: UploadTileProps) {
  const { name, kind, state, thumbSrc, message, progress, menu, action, onRetry, onCancel, after } = props;
  const look = looks[state];
  const isRefused = state === 'refused';
  const retryable = onRetry && look.edge === 'problem' && !isRefused && !action;
  const cancelLabel = isRefused ? uploadTileText.remove(name) : uploadTileText.cancel(name);
  return (
    <li className={classNames('upload-tile', look.edge && `upload-tile--${look.edge}`)}>
      <span className="upload-tile__thumb">{thumbSrc ? <img src={thumbSrc} alt="" /> : kindIcons[kind]}</span>
      <div className="upload-tile__body">
        <p className="upload-tile__name" title={name}>
          {name}
        </p>
        <p className="upload-tile__status">
          {look.icon}
          <span>{message ?? progress ?? statusWords(props, look)}</span>
        </p>
        <UploadLane {...props} />
        {action && <div className="upload-tile__action">{action}</div>}
        {after}
        {/* Announces each new state once; the percentage above is not announced. */}
        <output className="visually-hidden">
          {name}: {message ?? look.words}
        </output>
      </div>
      <div className="upload-tile__actions">
        {retryable && <IconButton label={uploadTileText.retry(name)} icon={<RetryIcon />} onClick={onRetry} />}
        {menu}
        <IconButton label={cancelLabel} icon={<CloseIcon />} onClick={onCancel} />
      </div>
    </li>
  );
}

function statusWords({ state, percent, size }: UploadTileProps, look: StateLook): string {
  if (state === 'paused') return percent === undefined ? look.words : uploadTileText.pausedAt(Math.floor(percent));
  if (state !== 'uploading' && state !== 'copying' && state !== 'making-smaller') return look.words;
  const amount = percent === undefined ? look.words : `${look.words} ${Math.floor(percent)}%`;
  return size === undefined ? amount : `${amount} · ${size}`;
}

function UploadLane({ name, state, percent, prepared }: UploadTileProps) {
  if (state === 'optimizing' && prepared) return <LaneBar thin label={name} value={prepared} />;
  if (state === 'optimizing') return <LaneBar thin label={name} state="moving" />;
  if (percent === undefined) return state === 'uploading' ? <LaneBar thin label={name} state="moving" /> : null;
  if (state === 'uploading' || state === 'copying' || state === 'making-smaller')
    return <LaneBar thin label={name} value={percent} />;
  if (state === 'paused') return <LaneBar thin label={name} value={percent} state="paused" />;
  if (state === 'slow') return <LaneBar thin label={name} value={percent} tone="danger" />;
  return null;
}
