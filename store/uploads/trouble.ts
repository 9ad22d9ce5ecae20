import { health } from '#contract/server.ts';
import { uploadText } from '#contract/text/upload.ts';
import { CallError, sendCall } from '../api.ts';
import type { UploadErrorKind } from './job.ts';

/**
 * What to do about an upload that cannot go on. `again`: ask the server and go on at once; `pause`: wait and go on by
 * itself; `fail`: the person must do something; `gone`: it was cancelled.
 */
export type TroubleKind = 'again' | 'pause' | 'fail' | 'gone';

export class UploadTrouble extends Error {
  readonly kind: TroubleKind;
  readonly errorKind: UploadErrorKind | null;
  readonly code: string | null;
  /** Words for the person; null for the tile's own. */
  readonly words: string | null;
  /** Never go on before that; null if nobody said. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: TroubleKind,
    facts: {
      errorKind?: UploadErrorKind | null;
      code?: string | null;
      words?: string | null;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(facts.words ?? kind, { cause: facts.cause });
    this.name = 'UploadTrouble';
    this.kind = kind;
    this.errorKind = facts.errorKind ?? null;
    this.code = facts.code ?? null;
    this.words = facts.words ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

const PING_TIMEOUT_MS = 10_000;

/** Whether our server answers at all: the browser's own word is not enough. Source: D-116. */
export const pingServer = (signal?: AbortSignal): Promise<boolean> => {
  const timeout = AbortSignal.timeout(PING_TIMEOUT_MS);
  return sendCall(health, {}, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }).then(
    () => true,
    () => false,
  );
};

/** Answers that say that the server and this device see the upload differently: asking the server settles it. */
const ASK_AGAIN = new Set([400, 409]);
const LASTING_409 = new Set(['library.out_of_storage', 'upload.other_length']);

/** What an error of a call or of a chunk means for the upload. An abort is passed on as it is. */
export const toTrouble = async (error: unknown, signal: AbortSignal): Promise<UploadTrouble> => {
  if (error instanceof UploadTrouble) return error;
  signal.throwIfAborted();
  if (!(error instanceof CallError)) return unexpected(error);
  if (error.kind !== 'refused')
    return (await pingServer(signal))
      ? new UploadTrouble('again', { cause: error })
      : new UploadTrouble('pause', { errorKind: 'NoInternet', cause: error });
  const facts = { code: error.code, words: error.message, retryAfterMs: error.retryAfterMs, cause: error };
  if (error.status === 401) return new UploadTrouble('pause', { ...facts, words: uploadText.signIn });
  if (error.status === 410) return new UploadTrouble('gone', facts);
  if (error.status === 507) return new UploadTrouble('pause', facts);
  if (error.isTransient) return new UploadTrouble('pause', { ...facts, words: null });
  if (ASK_AGAIN.has(error.status) && !LASTING_409.has(error.code)) return new UploadTrouble('again', facts);
  return new UploadTrouble('fail', { ...facts, errorKind: 'SomethingIsWrong' });
};

const unexpected = (error: unknown): UploadTrouble => {
  const isUnreadable =
    error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError');
  if (isUnreadable)
    return new UploadTrouble('fail', {
      errorKind: 'SomethingIsWrong',
      code: 'upload.unreadable',
      words: uploadText.unreadable,
      cause: error,
    });
  return new UploadTrouble('fail', { errorKind: 'SomethingIsWrong', cause: error });
};
