import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAudio, encodeVideo } from './encode.ts';
import type { Encoded, EncodeRequest } from './encode.ts';
import { runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { findFfmpeg } from './ffmpeg-path.ts';
import { makeRendition } from './image.ts';
import type { RenditionRequest } from './image.ts';
import { createJail, describeJail } from './jail.ts';
import type { Jail, JailMode } from './jail.ts';
import { renderPdf } from './pdf.ts';
import type { PdfRequest, RenderedPdf } from './pdf.ts';
import { probe } from './probe.ts';
import type { MediaFacts, ProbeRequest } from './probe.ts';
import type { MadeFile } from './result.ts';

export { findFfmpeg } from './ffmpeg-path.ts';
export { checkImage } from './image.ts';
export { MediaProblem, MEDIA_STATUS } from './problem.ts';
export type { MediaProblemCode } from './problem.ts';
export { announcedKind, checkFile, CONTAINERS, EXTENSIONS, sniff, SNIFF_BYTES, sniffFile } from './sniff.ts';
export type { ContentKind, Container } from './sniff.ts';
export type { Encoded, EncodeRequest, MadeFile, MediaFacts, PdfRequest, ProbeRequest, RenderedPdf, RenditionRequest };

/** All work on uploaded files; each method runs in the jail. Errors are `MediaProblem`. */
export interface Media {
  /** Lines for the log at the start of the server: version of ffmpeg, mode of the jail. */
  describe(): string[];
  readonly jailMode: JailMode;
  probe(request: ProbeRequest): Promise<MediaFacts>;
  encodeVideo(request: EncodeRequest): Promise<Encoded>;
  encodeAudio(request: EncodeRequest): Promise<Encoded>;
  renderPdf(request: PdfRequest): Promise<RenderedPdf>;
  makeRendition(request: RenditionRequest): Promise<MadeFile>;
}

const TRY_LIMITS = { wallMs: 30_000, cpuSeconds: 30, fileBytes: 1_000_000, memoryBytes: 1_500_000_000 };

/** Falls back to limits if this ffmpeg does not run in namespaces: a wrapper script or library may need more files. */
async function jailFor(tools: Tools): Promise<Jail> {
  if (tools.jail.mode !== 'namespaces') return tools.jail;
  const outDir = await mkdtemp(join(tmpdir(), 'media-try-'));
  try {
    const { exitCode } = await runFfmpeg(tools, { args: ['-version'], readable: [], outDir, limits: TRY_LIMITS });
    if (exitCode === 0) return tools.jail;
    return { ...(await createJail({ want: 'limits' })), reason: 'this ffmpeg does not run in them' };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Finds ffmpeg and creates the jail.
 *
 * @param config `ffmpegPath`: FFMPEG_PATH. `jail`: `limits` to run without namespaces (tests).
 * @throws Error for the operator if there is no ffmpeg.
 */
export async function createMedia(config: { ffmpegPath?: string | undefined; jail?: JailMode } = {}): Promise<Media> {
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  const jail = await jailFor({ ffmpeg, jail: await createJail(config.jail ? { want: config.jail } : {}) });
  const tools: Tools = { ffmpeg, jail };
  return {
    describe: () => [`ffmpeg ${ffmpeg.version}`, describeJail(jail)],
    jailMode: jail.mode,
    probe: (request) => probe(tools, request),
    encodeVideo: (request) => encodeVideo(tools, request),
    encodeAudio: (request) => encodeAudio(tools, request),
    renderPdf: (request) => renderPdf(jail, request),
    makeRendition: (request) => makeRendition(tools, request),
  };
}
