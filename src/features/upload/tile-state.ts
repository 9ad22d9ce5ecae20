import { uploadText } from '#contract/text/upload.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import type { UploadTileState } from '#ui/upload-tile.tsx';

export interface TileLook {
  state: UploadTileState;
  /** Percentage of the Uploading step; undefined before it starts and for other steps. */
  percent: number | undefined;
  /** Replaces the state's own text. */
  message: string | undefined;
  /** Needs an action of the person. */
  needsYou: boolean;
}

const FAILED: Readonly<Record<string, { state: UploadTileState; message: string }>> = {
  SlowConnection: { state: 'slow', message: uploadText.slow },
  EncodingError: { state: 'encoding-error', message: uploadText.encodingError },
};

/** What the tile of a job shows. Source: UPL-005, UPL-006, UPL-053; design §6; D-108, D-115, T-25…T-27. */
export const tileLookOf = (job: StoredUploadJob): TileLook => {
  const percent = job.step === 'Uploading' ? job.percent : undefined;
  if (job.keptIn === 'nowhere') return { state: 'error', percent, message: uploadText.chooseAgain, needsYou: true };
  if (job.state === 'failed') return { ...failedLook(job), percent, needsYou: true };
  return {
    state: runningState(job),
    percent: hasFigure(job) ? percent : undefined,
    message: runningMessage(job),
    needsYou: false,
  };
};

const failedLook = ({ errorKind, errorMessage }: StoredUploadJob): Pick<TileLook, 'state' | 'message'> =>
  FAILED[errorKind ?? ''] ?? { state: 'error', message: errorMessage ?? uploadText.error };

const hasStarted = ({ committedBytes, percent }: StoredUploadJob): boolean => committedBytes > 0 || percent > 0;
const hasFigure = (job: StoredUploadJob): boolean => job.step === 'Uploading' && hasStarted(job);

const runningState = (job: StoredUploadJob): UploadTileState => {
  if (job.state === 'paused') return hasStarted(job) || job.step !== 'Uploading' ? 'paused' : 'will-send';
  if (job.errorKind === 'SlowConnection') return 'slow';
  if (job.step === 'Optimizing') return 'optimizing';
  if (job.step === 'Reviewing') return 'reviewing';
  if (hasStarted(job)) return 'uploading';
  return job.keptIn === 'copying' ? 'copying' : 'waiting';
};

/** Why the job waits, for reasons other than the network. */
const runningMessage = (job: StoredUploadJob): string | undefined => {
  if (job.state === 'paused' && job.errorKind !== 'NoInternet' && job.errorMessage) return job.errorMessage;
  return job.state === 'working' && job.errorKind === 'SlowConnection' ? uploadText.slow : undefined;
};
