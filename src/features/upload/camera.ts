/** Why the camera cannot be used. */
export type CameraProblem = 'denied' | 'missing' | 'taken' | 'unsupported' | 'failed';
export type Facing = 'environment' | 'user';

export class CameraError extends Error {
  override name = 'CameraError';
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'taken',
  AbortError: 'taken',
};

const problemOf = (error: unknown): CameraProblem => PROBLEMS[(error as { name?: string }).name ?? ''] ?? 'failed';

export interface RecordFormat {
  mimeType: string;
  extension: 'webm' | 'mp4';
}

/**
 * VP8 in WebM first: it is written with every piece, while Chromium's MP4 is written up to two seconds late; and the editor
 * can seek in it before it is sent, while Chromium fails to decode H.264 in WebM after a seek. Source: decision 0042.
 */
const FORMATS: readonly RecordFormat[] = [
  { mimeType: 'video/webm;codecs=vp8,opus', extension: 'webm' },
  { mimeType: 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', extension: 'mp4' },
  { mimeType: 'video/webm', extension: 'webm' },
  { mimeType: 'video/mp4', extension: 'mp4' },
];

/** The best format that this browser records; undefined if it records none. */
export const recordFormat = (extension?: string): RecordFormat | undefined =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : FORMATS.find(
        (format) =>
          (extension === undefined || format.extension === extension) && MediaRecorder.isTypeSupported(format.mimeType),
      );

const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
const SOUND = { echoCancellation: false, noiseSuppression: true };

/**
 * Opens the camera, with the microphone where there is one.
 *
 * @throws CameraError
 */
export const openCamera = async (facing: Facing): Promise<MediaStream> => {
  const { mediaDevices } = navigator;
  if (!mediaDevices?.getUserMedia || !recordFormat()) throw new CameraError('unsupported');
  const video = { ...PICTURE, facingMode: { ideal: facing } };
  try {
    return await mediaDevices.getUserMedia({ video, audio: SOUND });
  } catch (error) {
    if (problemOf(error) !== 'missing') throw new CameraError(problemOf(error), error);
  }
  // A camera without a microphone.
  try {
    return await mediaDevices.getUserMedia({ video });
  } catch (error) {
    throw new CameraError(problemOf(error), error);
  }
};

/** Whether there is a second camera to switch to. */
export const hasSecondCamera = async (): Promise<boolean> => {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput').length > 1;
};
