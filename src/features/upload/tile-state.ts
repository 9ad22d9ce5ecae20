import { uploadText } from '#contract/text/upload.ts';
import {
  ALLOW_AGAIN,
  isRefusedForGood,
  waitsForRoom,
  WAITS_FOR_WIFI,
  type StoredUploadJob,
} from '#store/uploads/job.ts';
import { pageId } from '#store/uploads/page-lock.ts';
import type { UploadTileState } from '#ui/tiles/upload-tile.tsx';

export interface TileLook {
  state: UploadTileState;
  /** Percentage of the Uploading step; undefined before it starts and for other steps. */
  percent: number | undefined;
  /** Replaces the state's own text. */
  message: string | undefined;
  /** Needs an action of the person. */
  needsYou: boolean;
  /** How the person can let it go on: give the file again, send it over mobile data, see the plans; undefined if nothing is needed. */
  fileAction?: 'choose' | 'allow' | 'anyway' | 'plans';
}

const FAILED: Readonly<Record<string, { state: UploadTileState; message: string }>> = {
  SlowConnection: { state: 'slow', message: uploadText.slow },
  EncodingError: { state: 'encoding-error', message: uploadText.encodingError },
};

/** What the tile of a job shows. Source: UPL-005, UPL-006, UPL-053; design §6; D-108, D-115, T-25…T-27. */
export const tileLookOf = (job: StoredUploadJob): TileLook => {
  const percent = isSent(job) ? undefined : job.percent;
  if (job.keptIn === 'nowhere')
    return { state: 'error', percent, message: missingMessage(job), needsYou: true, fileAction: 'choose' };
  if (job.state === 'failed' && job.errorCode === ALLOW_AGAIN)
    return { state: 'paused', percent, message: uploadText.allowAgain, needsYou: true, fileAction: 'allow' };
  if (job.state === 'failed') return { ...failedLook(job), percent, needsYou: true };
  if (waitsForRoom(job))
    return {
      state: 'waiting',
      percent: undefined,
      message: uploadText.waitsForRoom,
      needsYou: true,
      fileAction: 'plans',
    };
  return {
    state: runningState(job),
    percent: hasFigure(job) ? percent : undefined,
    message: runningMessage(job),
    needsYou: false,
    ...(waitsForWifi(job) ? { fileAction: 'anyway' } : {}),
  };
};

const waitsForWifi = ({ state, errorCode }: StoredUploadJob): boolean =>
  state === 'paused' && errorCode === WAITS_FOR_WIFI;

/** Another file was chosen in its place, or none yet. */
const missingMessage = ({ errorCode }: StoredUploadJob): string =>
  errorCode === 'upload.other_length' ? uploadText.otherFile : uploadText.chooseAgain;

const failedLook = (job: StoredUploadJob): Pick<TileLook, 'state' | 'message'> =>
  isRefusedForGood(job) ? { state: 'refused', message: job.errorMessage ?? uploadText.encodingError } : brokenLook(job);

const brokenLook = ({ errorKind, errorMessage }: StoredUploadJob): Pick<TileLook, 'state' | 'message'> =>
  FAILED[errorKind ?? ''] ?? { state: 'error', message: errorMessage ?? uploadText.error };

const hasStarted = ({ committedBytes, percent }: StoredUploadJob): boolean => committedBytes > 0 || percent > 0;
/** Whether the server has every byte. */
const isSent = ({ step, contentId }: StoredUploadJob): boolean => step !== 'Uploading' || contentId !== null;
const hasFigure = (job: StoredUploadJob): boolean => !isSent(job) && hasStarted(job) && !isLeftBehind(job);

const runningState = (job: StoredUploadJob): UploadTileState => {
  // The server goes on by itself, with or without this device.
  if (isSent(job)) return job.step === 'Reviewing' ? 'reviewing' : 'optimizing';
  if (waitsForWifi(job)) return 'waiting';
  if (job.state === 'paused') return hasStarted(job) ? 'paused' : 'will-send';
  if (job.errorKind === 'SlowConnection') return 'slow';
  if (isLeftBehind(job)) return 'waiting';
  if (hasStarted(job)) return 'uploading';
  return job.keptIn === 'copying' ? 'copying' : 'waiting';
};

/** The file is with another page, which may have ended: whether it can be sent is not known before it is examined. */
const isLeftBehind = ({ keptIn, holder }: StoredUploadJob): boolean =>
  (keptIn === 'copying' || keptIn === 'page') && holder !== pageId;

/** Why the job waits, for reasons other than the network. */
const runningMessage = (job: StoredUploadJob): string | undefined => {
  if (isSent(job)) return undefined;
  if (job.state === 'paused' && job.errorKind !== 'NoInternet' && job.errorMessage) return job.errorMessage;
  return job.state === 'working' && job.errorKind === 'SlowConnection' ? uploadText.slow : undefined;
};
