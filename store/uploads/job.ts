import type { ContentType } from '#contract/rows.ts';
import type { Scope } from '#contract/ids.ts';
import { pageId } from './page-lock.ts';
import type { OriginalFile, Smaller } from './smaller.ts';

/** Steps that the person sees. Source: UPL-003. */
export type UploadStep = 'Uploading' | 'Optimizing' | 'Reviewing';
/** Level that a job has reached; a retry continues there. Source: UPL-019, UPL-020. */
export type UploadErrorLevel =
  | 'Uploading'
  | 'CreateContent'
  | 'StatusChecking'
  | 'ActiveChecking'
  | 'UpdateContent'
  | 'ReviewContent';
export type UploadErrorKind = 'NoInternet' | 'SlowConnection' | 'EncodingError' | 'SomethingIsWrong';

/** Problem code of a job whose file the review refused. */
export const REJECTED = 'review.rejected';
/** Codes that refuse the file itself: sending it again gives the same answer. */
export const isRefusedForGood = ({ state, errorCode }: Pick<StoredUploadJob, 'state' | 'errorCode'>): boolean =>
  state === 'failed' &&
  (errorCode === REJECTED || errorCode === 'upload.wrong_type' || errorCode === 'upload.too_large');

/** Whether a job waits until its file fits into the plan. */
export const waitsForRoom = ({ state, errorCode }: Pick<StoredUploadJob, 'state' | 'errorCode'>): boolean =>
  state === 'paused' && errorCode === WAITS_FOR_ROOM;

/** `failed` waits for the person; `paused` continues after a wait. */
export type UploadJobState = 'working' | 'paused' | 'failed' | 'done' | 'cancelled';

/**
 * Where the bytes are. `copying`: the local copy is being made; `page`: there was no room for a copy, so the page that
 * picked the file must stay open; `handle`: there is no copy, but the browser keeps a handle to the file; `nowhere`: that
 * page was closed, so the file must be picked again.
 */
export type KeptIn = 'copying' | 'idb' | 'opfs' | 'page' | 'handle' | 'nowhere';

/** Codes of a job without its file: the person must choose it again, or allow the browser to read it again. */
export const CHOOSE_AGAIN = 'upload.choose_again';
export const ALLOW_AGAIN = 'upload.allow_again';
/** Code of a paused job that is not sent over mobile data. */
export const WAITS_FOR_WIFI = 'upload.waits_for_wifi';
/** Code of a paused job whose file does not fit into the storage of the plan: the server's own. */
export const WAITS_FOR_ROOM = 'library.out_of_storage';

/**
 * An upload as plain facts. They are the truth: a machine snapshot of another version is rebuilt from them. `id` is also
 * the upload's id on the server and the id of the content that it becomes.
 *
 * Stored on devices: renaming a field needs a migration.
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
  /** The content whose file it replaces; missing if it becomes a content of its own. */
  replaces?: string;
  /** The title of that content, for its card. */
  replacesTitle?: string;
  /** The owner has these bytes already; null once the person wants both, missing if none are known. */
  equalTo?: EqualFile | null;
  /** Set once the server has every byte. */
  contentId: string | null;
  /** File name on the server; differs from `name` if that was taken. */
  storedName: string | null;
  /** Bytes that the server has committed. */
  committedBytes: number;
  /** Progress of the Uploading step, 0 to 100: by committed bytes for media, 20/50/80 for a PDF. */
  percent: number;
  /** Units of 1 MiB per chunk, chosen once by the speed of the connection; null before. */
  chunkUnits: number | null;
  errorLevel: UploadErrorLevel | null;
  errorKind: UploadErrorKind | null;
  /** Problem code of the server, such as `library.out_of_storage`. */
  errorCode: string | null;
  errorMessage: string | null;
  keptIn: KeptIn;
  /** Key of the local copy: the id of the job that made it. */
  fileId: string;
  /** The page that picked the file (page-lock.ts); missing in jobs of older builds. */
  holder?: string;
  /** That page has not checked the file yet: it is copied, and not sent. Without the page the server's checks suffice. */
  isUnchecked?: boolean;
  /** Action requested by the person; null once the runner has taken it. Devices store it under this name. */
  wish: 'retry' | null;
  /** Place in the queue, if the person has changed the order; else it is `startedAtMs`. */
  place?: number;
  /** The person lets it go over mobile data, although uploads wait for Wi-Fi. */
  anyNetwork?: boolean;
  /** The server refuses this id for good: a retry starts over under a new one. */
  isGivenUp: boolean;
  /** The file was picked again: prove to the server that it is the same before sending more. */
  isProofNeeded: boolean;
  /** First byte of each clip of a recording, which are joined on the server; missing in other files. */
  clips?: number[];
  /** Making the video smaller before it is sent (smaller.ts); missing before it was measured, and for other kinds. */
  smaller?: Smaller;
  /** The file that the person picked, where a smaller one is sent. `name`, `size` and `fileId` above are of that one. */
  original?: OriginalFile;
  /** XState's snapshot and the version of the chart that made it. */
  snapshot: { version: number; value: unknown } | null;
  startedAtMs: number;
  /** Last progress: a committed unit or a finished level. */
  progressAtMs: number;
}

/** An own file with the same bytes: a content of the Library, or an earlier upload of this device. */
export interface EqualFile {
  id: string;
  name: string;
  folderId: string | null;
}

export interface StoredUploadFile {
  id: string;
  /** A copy in the database. */
  file?: Blob;
  /** Where the browser gives one: reads the person's own file again after a restart. */
  handle?: FileSystemFileHandle;
}

/** Input of a new job. */
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
  isUnchecked?: boolean;
  replaces?: string;
  replacesTitle?: string;
}

/** Makes the row of a new job. A PDF starts with its record, media and replacements with their bytes. */
export const newJob = (upload: NewUpload, nowMs: number): StoredUploadJob => ({
  pagesCount: null,
  ...upload,
  state: 'working',
  step: 'Uploading',
  level: upload.type === 'text' && upload.replaces === undefined ? 'CreateContent' : 'Uploading',
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
  holder: pageId,
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

/** Keys of all local copies that a job needs. */
export const copiesOf = ({ fileId, contentId, smaller, original }: StoredUploadJob): string[] => [
  fileId,
  ...(smaller?.state === 'making' ? [smaller.fileId] : []),
  ...(original && contentId === null ? [original.fileId] : []),
];

/** The name `x (n)` that the server chose because `x` was taken; null if it stored the file under its own name. Source: UPL-039. */
export const copyNameOf = ({ name, storedName }: StoredUploadJob): string | null => {
  if (storedName === null || storedName === name) return null;
  return / \(\d+\)(\.[^.]*)?$/.test(storedName) ? storedName : null;
};
