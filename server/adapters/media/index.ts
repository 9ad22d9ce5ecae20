import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutVideo } from './cut.ts';
import type { CutRequest } from './cut.ts';
import { encodeAudio, encodeVideo } from './encode.ts';
import type { Encoded, EncodeRequest } from './encode.ts';
import { runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { findFfmpegs, warningsAbout } from './ffmpeg-path.ts';
import type { Ffmpeg } from './ffmpeg-path.ts';
import { makeRendition } from './image.ts';
import type { RenditionRequest } from './image.ts';
import type { Jail, JailMode } from './jail.ts';
import { keepJail, tryJail } from './jail-keeper.ts';
import { renderPdf } from './pdf.ts';
import type { PdfRequest, RenderedPdf } from './pdf.ts';
import { joinClips, splitClips } from './join.ts';
import type { Clip, JoinRequest, SplitRequest } from './join.ts';
import { probe } from './probe.ts';
import type { MediaFacts, ProbeLimits, ProbeRequest } from './probe.ts';
import { MediaProblem } from './problem.ts';
import type { MadeFile } from './result.ts';

export { findFfmpeg } from './ffmpeg-path.ts';
export { checkImage } from './image.ts';
export { MediaProblem, MEDIA_STATUS } from './problem.ts';
export type { MediaProblemCode } from './problem.ts';
export { announcedKind, checkFile, CONTAINERS, EXTENSIONS, sniff, SNIFF_BYTES, sniffFile } from './sniff.ts';
export type { ContentKind, Container } from './sniff.ts';
export { FIRST_ALONE_WORK, LONG_WORK, workOf } from './price.ts';
export type {
  Clip,
  Encoded,
  EncodeRequest,
  MadeFile,
  MediaFacts,
  PdfRequest,
  ProbeRequest,
  RenderedPdf,
  RenditionRequest,
};

/** All work on uploaded files; each method runs in the jail. Errors are `MediaProblem`, `no_jail` while none works. */
export interface Media {
  /** A line for the log at the start of the server: the ffmpeg in use. Its jail: `onJail`. */
  describe(): string;
  /** What the operator should mend, one line each. */
  warnings(): string[];
  /** The kind of jail in use; `none` while none works, and nothing is processed. */
  readonly jailMode: JailMode | 'none';
  /** Calls back whenever a jail starts or ceases to work. @returns Unsubscribes. */
  onChange(listener: () => void): () => void;
  probe(request: ProbeRequest): Promise<MediaFacts>;
  encodeVideo(request: EncodeRequest): Promise<Encoded>;
  encodeAudio(request: EncodeRequest): Promise<Encoded>;
  /** Cuts a video to a part. @returns Path of the result in `outDir`. */
  cutVideo(request: CutRequest): Promise<string>;
  /** Splits a recording into its clips. */
  splitClips(request: SplitRequest): Promise<Clip[]>;
  /** Joins clips to one video. @returns Path of the result in `outDir`. */
  joinClips(request: JoinRequest): Promise<string>;
  renderPdf(request: PdfRequest): Promise<RenderedPdf>;
  makeRendition(request: RenditionRequest): Promise<MadeFile>;
  /** Ends the trials of stronger jails. */
  close(): void;
}

export interface MediaConfig {
  /** FFMPEG_PATH. */
  readonly ffmpegPath?: string | undefined;
  /** MEDIA_JAIL: only this kind of jail is used. */
  readonly jail?: JailMode | undefined;
  /** Whether programs may run with limits only, without a jail, when MEDIA_JAIL is not set: for development. */
  readonly mayUseLimits?: boolean | undefined;
  /** MEDIA_NICE: how far programs come behind others, as `nice` counts. */
  readonly nice?: number | undefined;
  /** Largest length and picture of a file. */
  readonly limits?: Partial<ProbeLimits> | undefined;
  /** Called with a line for the log when another jail, or none, is in use. */
  readonly onJail?: (line: string, isWeak: boolean) => void;
}

const TRY_LIMITS = { wallMs: 30_000, cpuSeconds: 30, fileBytes: 1_000_000, memoryBytes: 1_500_000_000 };

/** @returns Why this ffmpeg does not run in a jail, for example a script that needs more files; null if it does. */
async function tryFfmpeg(tools: Tools): Promise<string | null> {
  const outDir = await mkdtemp(join(tmpdir(), 'media-try-'));
  try {
    const ended = await runFfmpeg(tools, { args: ['-version'], readable: [], outDir, limits: TRY_LIMITS });
    return ended.exitCode === 0 ? null : `ffmpeg ${tools.ffmpeg.version} does not run in it`;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Finds ffmpeg and the best jail in which it runs. Without one the server works and processes nothing, until a later
 * trial in the background succeeds (decision 0034).
 *
 * @throws Error for the operator if there is no ffmpeg.
 */
export async function createMedia(config: MediaConfig = {}): Promise<Media> {
  const programs = await findFfmpegs(config.ffmpegPath);
  const programOf = new Map<Jail, Ffmpeg>();
  const keeper = await keepJail({
    only: config.jail,
    mayUseLimits: config.mayUseLimits,
    nice: config.nice,
    ...(config.onJail ? { onChange: config.onJail } : {}),
    async tryOut(jail) {
      let why = await tryJail(jail);
      if (why !== null) return why;
      for (const ffmpeg of programs) {
        why = await tryFfmpeg({ ffmpeg, jail });
        if (why === null) {
          programOf.set(jail, ffmpeg);
          return null;
        }
      }
      return why;
    },
  });
  const jailNow = (): Jail => {
    const jail = keeper.current();
    if (!jail) throw new MediaProblem('no_jail', 'No jail works here.');
    return jail;
  };
  const ffmpegNow = (): Ffmpeg => programOf.get(keeper.current()!) ?? programs[0]!;
  const inJail = async <T>(work: (tools: Tools) => Promise<T>): Promise<T> => {
    try {
      const jail = jailNow();
      return await work({ ffmpeg: programOf.get(jail)!, jail });
    } catch (error) {
      if (error instanceof MediaProblem && error.code === 'no_jail') keeper.doubt();
      throw error;
    }
  };
  return {
    describe: () => `ffmpeg ${ffmpegNow().version} (${ffmpegNow().path})`,
    warnings: () => warningsAbout(ffmpegNow()),
    get jailMode() {
      return keeper.current()?.mode ?? 'none';
    },
    onChange: (listener) => keeper.onChange(listener),
    probe: (request) =>
      inJail((tools) => probe(tools, { ...request, limits: { ...config.limits, ...request.limits } })),
    encodeVideo: (request) => inJail((tools) => encodeVideo(tools, request)),
    encodeAudio: (request) => inJail((tools) => encodeAudio(tools, request)),
    cutVideo: (request) => inJail((tools) => cutVideo(tools, request)),
    splitClips: (request) =>
      inJail((tools) => splitClips(tools, { ...request, limits: { ...config.limits, ...request.limits } })),
    joinClips: (request) => inJail((tools) => joinClips(tools, request)),
    renderPdf: (request) => inJail(({ jail }) => renderPdf(jail, request)),
    makeRendition: (request) => inJail((tools) => makeRendition(tools, request)),
    close: () => keeper.stop(),
  };
}
