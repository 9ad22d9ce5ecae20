import type * as Comlink from 'comlink';
import { RECORDING_CLIPS_MAX } from '#contract/limits.ts';
import type { Scope } from '#contract/ids.ts';
import type { AccountDatabase } from '#store/database.ts';
import { isQuotaError } from '#store/door.ts';
import { holdPage, pageId } from '#store/uploads/page-lock.ts';
import { addRecording, deleteRecording, turnIntoUpload, type StoredRecording } from '#store/uploads/recording.ts';
import { forWorker, startRecordWorker } from '#workers/record.ts';
import type { RecordWorker } from '#workers/record.worker.ts';
import { CameraError, hasSecondCamera, openCamera, recordFormat, type CameraProblem, type Facing } from './camera.ts';
import { ScreenLock } from '#app/device/screen-lock.ts';

/** Length of a piece: at most this much, and what the encoder holds, is lost with a dead battery, ms. */
const PIECE_MS = 500;
export const BITS_PER_SECOND = 2_500_000;
const SOUND_BITS_PER_SECOND = 96_000;
const KEY_FRAME_MS = 2_000;
/** Recording stops when this much room is left: the last piece and the rows need some. */
const LEAST_ROOM_BYTES = 8_000_000;
const ROOM_EVERY_MS = 5_000;

export type RecorderNotice = 'hidden' | 'lost' | 'full' | 'limit' | 'clips' | 'silent';

export interface RecorderView {
  /** `starting`: a clip was begun, and nothing of it is recorded yet. */
  phase: 'opening' | 'ready' | 'starting' | 'recording' | 'saving';
  problem: CameraProblem | null;
  notice: RecorderNotice | null;
  stream: MediaStream | null;
  canSwitch: boolean;
  clips: number;
  /** What is stored on the device and what the server has, ms. */
  savedMs: number;
  sentMs: number;
  /** When the running clip began, by performance.now(); null between clips. */
  clipStartedAtMs: number | null;
  /** Room for more, bytes; null while unknown. */
  roomBytes: number | null;
}

export interface RecorderOptions {
  db: AccountDatabase;
  owner: string;
  scope: Scope;
  folderId: string | null;
  /** A kept recording that gets more clips. */
  continued: StoredRecording | undefined;
  /** Largest upload, bytes. */
  limitBytes: number;
}

/** One recording: its camera, its clips, and what is safe where. A screen shows `view`. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #listeners = new Set<() => void>();
  readonly #lock = new ScreenLock();
  #recording: StoredRecording | undefined;
  #worker: Comlink.Remote<RecordWorker> | undefined;
  #media: MediaRecorder | undefined;
  /** The clip that is being begun; whatever ends a clip waits for it. */
  #starting: Promise<void> = Promise.resolve();
  #facing: Facing = 'environment';
  /** Bytes of the recording with the time that they hold. */
  #marks: { bytes: number; ms: number }[] = [];
  #bytes = 0;
  #sentBytes = 0;
  #storing: Promise<unknown> = Promise.resolve();
  #roomReadAtMs = -Infinity;
  #isClosed = false;
  view: RecorderView;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#recording = options.continued;
    this.view = {
      phase: 'opening',
      problem: null,
      notice: null,
      stream: null,
      canSwitch: false,
      clips: options.continued?.clips.length ?? 0,
      savedMs: options.continued?.ms ?? 0,
      sentMs: 0,
      clipStartedAtMs: null,
      roomBytes: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #show(changes: Partial<RecorderView>): void {
    this.view = { ...this.view, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Asks for the camera and shows it. */
  async open(): Promise<void> {
    this.#show({ phase: 'opening', problem: null });
    try {
      const stream = await openCamera(this.#facing);
      if (this.#isClosed) return endTracks(stream);
      for (const track of stream.getTracks()) track.addEventListener('ended', () => void this.interrupt('lost'));
      const isSilent = stream.getAudioTracks().length === 0;
      this.#show({ phase: 'ready', stream, ...(isSilent ? { notice: 'silent' as const } : {}) });
      this.#show({ canSwitch: await hasSecondCamera() });
      await this.#readRoom();
    } catch (error) {
      this.#show({ phase: 'ready', stream: null, problem: error instanceof CameraError ? error.problem : 'failed' });
    }
  }

  /** Begins a clip. It is shown as recording once there is something of it. */
  async start(): Promise<void> {
    const { stream, phase, clips } = this.view;
    if (!stream || phase !== 'ready') return;
    if (clips >= RECORDING_CLIPS_MAX) return this.#show({ notice: 'clips' });
    this.#show({ phase: 'starting', notice: null });
    this.#starting = this.#begin(stream).catch((error: unknown) => {
      this.#media = undefined;
      void this.#lock.release();
      this.#show({ phase: 'ready', notice: isQuotaError(error) ? 'full' : 'lost' });
    });
    await this.#starting;
  }

  async #begin(stream: MediaStream): Promise<void> {
    await this.#prepare();
    await this.#worker!.beginClip();
    void this.#lock.hold();
    const { mimeType } = recordFormat(this.#recording!.name.split('.').at(-1)) ?? recordFormat()!;
    const options = {
      mimeType,
      videoBitsPerSecond: BITS_PER_SECOND,
      audioBitsPerSecond: SOUND_BITS_PER_SECOND,
      videoKeyFrameIntervalDuration: KEY_FRAME_MS,
    };
    const media = new MediaRecorder(stream, options);
    const { savedMs: before, clips } = this.view;
    const begunAtMs = performance.now();
    let startedAtMs: number | null = null;
    media.addEventListener('dataavailable', ({ data }) => {
      if (data.size === 0) return;
      const now = performance.now();
      if (startedAtMs === null) {
        // A busy device may take seconds for the first picture; a piece holds no more than its length.
        startedAtMs = Math.max(begunAtMs, now - PIECE_MS);
        this.#show({ clips: clips + 1 });
        if (this.#media === media) this.#show({ phase: 'recording', clipStartedAtMs: startedAtMs });
      }
      this.#store(data, before + now - startedAtMs);
    });
    media.addEventListener('error', () => void this.interrupt('lost'));
    this.#media = media;
    media.start(PIECE_MS);
  }

  /** Ends the clip; the next one belongs to the same recording. */
  async stop(notice: RecorderNotice | null = null): Promise<void> {
    await this.#starting;
    const media = this.#media;
    this.#media = undefined;
    if (media && media.state !== 'inactive') {
      const stopped = new Promise((resolve) => media.addEventListener('stop', resolve, { once: true }));
      media.stop();
      await stopped;
    }
    await this.#storing;
    void this.#lock.release();
    if (media) this.#show({ phase: 'ready', clipStartedAtMs: null, ...(notice ? { notice } : {}) });
  }

  /** Something else ended the clip: a call, another app, the app in the background. */
  async interrupt(notice: RecorderNotice): Promise<void> {
    if (this.#isClosed) return;
    await this.#starting;
    if (this.#media) await this.stop(notice);
    else if (notice === 'lost') this.#show({ notice });
    if (notice === 'lost') this.#show({ stream: null, problem: 'taken' });
  }

  /** Takes the other camera; a running clip ends and the next one begins with it. */
  async switchCamera(): Promise<void> {
    await this.#starting;
    const wasRecording = this.#media !== undefined;
    await this.stop();
    this.#facing = this.#facing === 'environment' ? 'user' : 'environment';
    if (this.view.stream) endTracks(this.view.stream);
    await this.open();
    if (wasRecording) await this.start();
  }

  /** Makes the upload of it. @returns Whether anything was recorded. @throws Error if it cannot be read now; it is kept. */
  async use(): Promise<boolean> {
    await this.stop();
    this.#show({ phase: 'saving' });
    await this.#worker?.close();
    const job = this.#recording && (await turnIntoUpload(this.#options.db, this.#recording.id));
    this.#recording = undefined;
    return job !== undefined;
  }

  /** The screen is left: what is recorded is kept and offered. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.stop();
    this.#isClosed = true;
    if (this.view.stream) endTracks(this.view.stream);
    await this.#worker?.close();
    const left = this.#recording;
    if (!left) return;
    if (this.#bytes === 0 && !this.#options.continued) await deleteRecording(this.#options.db, left.id);
    else if (this.#worker) await this.#options.db.recordings.update(left.id, { holder: '' });
  }

  /** The row first, then the file: a killed browser finds what it has. */
  async #prepare(): Promise<void> {
    if (this.#worker) return;
    const { db, owner, scope, folderId } = this.#options;
    await holdPage();
    const worker = await startRecordWorker();
    if (this.#recording) await db.recordings.update(this.#recording.id, { holder: pageId });
    else {
      const { extension } = recordFormat()!;
      const keptIn = await worker.keptIn();
      this.#recording = await addRecording(db, { owner, scope, folderId, keptIn, extension });
    }
    void navigator.storage?.persist?.().catch(() => false);
    this.#bytes = await worker.open(
      this.#recording,
      forWorker((bytes: number) => this.#noteSent(bytes)),
    );
    this.#marks = [{ bytes: this.#bytes, ms: this.view.savedMs }];
    this.#worker = worker;
  }

  #store(piece: Blob, ms: number): void {
    this.#storing = this.#storing
      .then(async () => {
        this.#bytes = await this.#worker!.append(piece, Math.round(ms));
        this.#marks.push({ bytes: this.#bytes, ms });
        this.#show({ savedMs: ms });
        this.#noteSent(this.#sentBytes);
        await this.#checkRoom();
      })
      .catch((error: unknown) => this.#stopSoon(isQuotaError(error) ? 'full' : 'lost'));
  }

  #noteSent(bytes: number): void {
    this.#sentBytes = Math.max(this.#sentBytes, bytes);
    const sentMs = this.#marks.findLast((mark) => mark.bytes <= this.#sentBytes)?.ms ?? 0;
    if (sentMs > this.view.sentMs && this.#sentBytes > 0) this.#show({ sentMs });
  }

  async #checkRoom(): Promise<void> {
    if (this.#options.limitBytes - this.#bytes < LEAST_ROOM_BYTES) return this.#stopSoon('limit');
    if (performance.now() - this.#roomReadAtMs < ROOM_EVERY_MS) return;
    await this.#readRoom();
    if (this.view.roomBytes !== null && this.view.roomBytes < LEAST_ROOM_BYTES) this.#stopSoon('full');
  }

  /** Not awaited: it waits for the piece that is being stored. */
  #stopSoon(notice: RecorderNotice): void {
    if (this.#media) void this.stop(notice);
  }

  async #readRoom(): Promise<void> {
    this.#roomReadAtMs = performance.now();
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
    const limit = this.#options.limitBytes - this.#bytes;
    const free = quota === undefined || usage === undefined ? limit : quota - usage;
    this.#show({ roomBytes: Math.max(0, Math.min(free, limit)) });
  }
}

const endTracks = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};
