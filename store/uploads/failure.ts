import { health } from '#contract/server.ts';
import { uploadText } from '#contract/text/upload.ts';
import { CallError, sendCall } from '../api.ts';
import { WAITS_FOR_ROOM, type UploadErrorKind } from './job.ts';

/**
 * How to go on after an upload failed. `reconcile`: ask the server what it has and continue at once; `pause`: wait, then
 * continue; `fail`: the person must act; `cancel`: the server does not have the upload any more.
 */
export type FailureAction = 'reconcile' | 'pause' | 'fail' | 'cancel';

/** Why an upload stopped, and how to go on. */
export class UploadFailure extends Error {
  readonly action: FailureAction;
  readonly errorKind: UploadErrorKind | null;
  readonly code: string | null;
  /** Message for the person; null for the tile's default. */
  readonly userMessage: string | null;
  /** Wait at least this long, ms; null if the server gave none. */
  readonly retryAfterMs: number | null;

  constructor(
    action: FailureAction,
    facts: {
      errorKind?: UploadErrorKind | null;
      code?: string | null;
      userMessage?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(facts.userMessage ?? action, { cause: facts.cause });
    this.name = 'UploadFailure';
    this.action = action;
    this.errorKind = facts.errorKind ?? null;
    this.code = facts.code ?? null;
    this.userMessage = facts.userMessage ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

const PING_TIMEOUT_MS = 10_000;

/** Whether the server answers; `navigator.onLine` is not reliable. Source: D-116. */
export const pingServer = (signal?: AbortSignal): Promise<boolean> => {
  const timeout = AbortSignal.timeout(PING_TIMEOUT_MS);
  return sendCall(health, {}, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).then(
    () => true,
    () => false,
  );
};

/** Statuses that mean that the server has another state of the upload than this device: read it and continue. */
const RECONCILABLE = new Set([400, 409]);
/** Codes of a 409 that no retry changes. */
const LASTING_409 = new Set(['upload.other_length', 'upload.nothing_to_replace']);

/**
 * Decides how to go on after an error of a call or of a chunk.
 *
 * @throws the signal's reason if it was aborted.
 */
export const classify = async (error: unknown, signal: AbortSignal): Promise<UploadFailure> => {
  if (error instanceof UploadFailure) return error;
  signal.throwIfAborted();
  if (!(error instanceof CallError)) return unexpected(error);
  if (error.kind !== 'refused')
    return (await pingServer(signal))
      ? new UploadFailure('reconcile', { cause: error })
      : new UploadFailure('pause', { errorKind: 'NoInternet', cause: error });
  const facts = { code: error.code, userMessage: error.message, retryAfterMs: error.retryAfterMs, cause: error };
  if (error.status === 401) return new UploadFailure('pause', { ...facts, userMessage: uploadText.signIn });
  if (error.status === 410) return new UploadFailure('cancel', facts);
  // The disk of the server, or the plan of the person, has no room: there may be some later.
  if (error.status === 507 || error.code === WAITS_FOR_ROOM) return new UploadFailure('pause', facts);
  if (error.isTransient) return new UploadFailure('pause', { ...facts, userMessage: null });
  if (RECONCILABLE.has(error.status) && !LASTING_409.has(error.code)) return new UploadFailure('reconcile', facts);
  return new UploadFailure('fail', { ...facts, errorKind: 'SomethingIsWrong' });
};

const unexpected = (error: unknown): UploadFailure => {
  const isUnreadable =
    error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError');
  if (isUnreadable)
    return new UploadFailure('fail', {
      errorKind: 'SomethingIsWrong',
      code: 'upload.unreadable',
      userMessage: uploadText.unreadable,
      cause: error,
    });
  return new UploadFailure('fail', { errorKind: 'SomethingIsWrong', cause: error });
};
