/** Why a file could not be used, with the encoding status for the client (D-109). */
export const MEDIA_STATUS = {
  not_readable: -2,
  wrong_type: -2,
  encrypted_pdf: -2,
  too_many_pixels: -2,
  too_many_frames: -2,
  too_many_pages: -2,
  too_long: -2,
  storage_failure: -3,
  timed_out: -4,
  cancelled: -4,
  no_jail: -4,
  encoding_error: -5,
} as const;

export type MediaProblemCode = keyof typeof MEDIA_STATUS;

/** A file that cannot be used, or work on it that failed. The message is for the log only. */
export class MediaProblem extends Error {
  override readonly name = 'MediaProblem';
  readonly code: MediaProblemCode;

  constructor(code: MediaProblemCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** The encoding status of D-109. */
  get status(): number {
    return MEDIA_STATUS[this.code];
  }
}
