import type { ContentType } from '#contract/rows.ts';
import type { Scope } from '#contract/ids.ts';

/** Steps that the person sees. Source: UPL-003. */
export type UploadStep = 'Uploading' | 'Optimizing' | 'Reviewing';
/** Where a job stands, and where a retry goes on. Source: UPL-019, UPL-020. */
export type UploadErrorLevel =
  | 'Uploading'
  | 'CreateContent'
  | 'StatusChecking'
  | 'ActiveChecking'
  | 'UpdateContent'
  | 'ReviewContent';
export type UploadErrorKind = 'NoInternet' | 'SlowConnection' | 'EncodingError' | 'SomethingIsWrong';

/** `failed` waits for the person; everything else goes on by itself. */
export type UploadJobState = 'working' | 'paused' | 'failed' | 'done' | 'cancelled';

/**
 * Where the bytes lie. `copying`: the copy on this device is being made; `page`: there was no room for one, the page
 * that picked the file must stay open; `nowhere`: that page is gone, the file must be chosen again.
 */
export type KeptIn = 'copying' | 'idb' | 'opfs' | 'page' | 'nowhere';

/**
 * An upload as plain facts: these are the truth, a machine snapshot of another version is rebuilt from them. `id` is
 * also the upload's id at the server and the id of the content it becomes.
 */
export interface StoredUploadJob {
  id: string;
  owner: string;
  scope: Scope;
  name: string;
  type: ContentType;
  /** Bytes. */
  size: number;
  lastModifiedMs: number;
  /** Pages of a PDF, as counted by the page; null if unknown or no PDF. */
  pagesCount: number | null;
  folderId: string | null;
  state: UploadJobState;
  step: UploadStep;
  level: UploadErrorLevel;
  /** Set once the server has every byte. */
  contentId: string | null;
  /** Name under which the server keeps it; differs when it was stored as a copy. */
  storedName: string | null;
  /** Bytes that the server has committed. */
  committedBytes: number;
  /** Of the Uploading step, 0 to 100: committed bytes for media, 20/50/80 for a PDF. */
  percent: number;
  /** Units of 1 MiB per chunk, chosen once the line's speed is known; null before. */
  chunkUnits: number | null;
  errorLevel: UploadErrorLevel | null;
  errorKind: UploadErrorKind | null;
  /** The server's code of a refusal, such as `library.out_of_storage`. */
  errorCode: string | null;
  errorMessage: string | null;
  keptIn: KeptIn;
  /** Name of the kept bytes; the id of the job that first had them. */
  fileId: string;
  /** What the person asked for, until whoever runs the job has heard it. */
  wish: 'retry' | null;
  /** The server gave this id up: a retry starts over under a new one. */
  isGivenUp: boolean;
  /** The file was chosen again: what the server has is compared with it before anything is added. */
  isProofNeeded: boolean;
  /** XState's snapshot and the version of the chart that made it. */
  snapshot: { version: number; value: unknown } | null;
  startedAtMs: number;
  /** Last headway: a committed unit or a finished level. */
  progressAtMs: number;
}

export interface StoredUploadFile {
  id: string;
  file: Blob;
}

/** What a new job needs to know of its file. */
export interface NewUpload {
  id: string;
  owner: string;
  scope: Scope;
  name: string;
  type: ContentType;
  size: number;
  lastModifiedMs: number;
  pagesCount?: number | null;
  folderId: string | null;
}

/** A job before anything has happened. A PDF begins with its record, media with their bytes. */
export const newJob = (upload: NewUpload, nowMs: number): StoredUploadJob => ({
  pagesCount: null,
  ...upload,
  state: 'working',
  step: 'Uploading',
  level: upload.type === 'text' ? 'CreateContent' : 'Uploading',
  contentId: null,
  storedName: null,
  committedBytes: 0,
  percent: 0,
  chunkUnits: null,
  errorLevel: null,
  errorKind: null,
  errorCode: null,
  errorMessage: null,
  keptIn: 'copying',
  fileId: upload.id,
  wish: null,
  isGivenUp: false,
  isProofNeeded: false,
  snapshot: null,
  startedAtMs: nowMs,
  progressAtMs: nowMs,
});

/** The step that a level belongs to. */
export const stepOf = ({ type, level }: Pick<StoredUploadJob, 'type' | 'level'>): UploadStep => {
  if (level === 'ReviewContent') return 'Reviewing';
  if (level === 'Uploading' || (level === 'CreateContent' && type === 'text')) return 'Uploading';
  return 'Optimizing';
};

/** The name that the server gave a copy; null where the file kept its own. Source: UPL-039. */
export const copyNameOf = ({ name, storedName }: StoredUploadJob): string | null => {
  if (storedName === null || storedName === name) return null;
  return / \(\d+\)(\.[^.]*)?$/.test(storedName) ? storedName : null;
};
