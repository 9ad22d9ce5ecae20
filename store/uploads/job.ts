import type { ContentType } from '#contract/rows.ts';
import type { Scope } from '#contract/ids.ts';

/** Steps that the person sees. Source: creator-content §4. */
export type UploadStep = 'Uploading' | 'Optimizing' | 'Reviewing';
/** Where a retry goes on. Source: creator-content §4. */
export type UploadErrorLevel = 'Uploading' | 'CreateContent' | 'StatusChecking' | 'ActiveChecking' | 'UpdateContent' | 'ReviewContent';
export type UploadErrorKind = 'NoInternet' | 'SlowConnection' | 'EncodingError' | 'SomethingIsWrong';

/** `failed` waits for the person; everything else goes on by itself. */
export type UploadJobState = 'working' | 'paused' | 'failed' | 'done' | 'cancelled';

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
  folderId: string | null;
  state: UploadJobState;
  step: UploadStep;
  /** Set once the server has every byte. */
  contentId: string | null;
  /** Name under which the server keeps it; differs when it was stored as a copy. */
  storedName: string | null;
  /** Bytes that the server has committed. */
  committedBytes: number;
  /** Units of 1 MiB per chunk, chosen once. */
  chunkUnits: number;
  errorLevel: UploadErrorLevel | null;
  errorKind: UploadErrorKind | null;
  errorMessage: string | null;
  /** Where the bytes lie: kept on this device, or only in the page that picked them. */
  keptIn: 'idb' | 'opfs' | 'page';
  /** XState's snapshot and the version of the chart that made it. */
  snapshot: { version: number; value: unknown } | null;
  startedAtMs: number;
  /** Last committed unit; a watchdog reads it. */
  progressAtMs: number;
}

export interface StoredUploadFile {
  id: string;
  file: Blob;
}
