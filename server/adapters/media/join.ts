import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limitsFor } from './encode.ts';
import type { EncodeRequest } from './encode.ts';
import { expectSuccess, inputArgs, progressReader, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { evenSize } from './ladder.ts';
import { probe } from './probe.ts';
import type { MediaFacts, ProbeLimits } from './probe.ts';
import { MediaProblem } from './problem.ts';
import { CONTAINERS } from './sniff.ts';

/** A clip of a recording as a file of its own. */
export interface Clip {
  readonly path: string;
  readonly facts: MediaFacts;
}

export interface SplitRequest {
  /** The clips one after the other, as they were recorded. */
  readonly input: string;
  /** First byte of each clip. */
  readonly starts: readonly number[];
  /** An empty folder for the clips. */
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<ProbeLimits> | undefined;
}

/**
 * Splits a recording into its clips, without those that cannot be read: a phone may have died in the first instant of
 * one, and the others are worth keeping.
 *
 * @throws MediaProblem `not_readable` if no clip can be read; else as `probe`.
 */
export async function splitClips(
  tools: Tools,
  { input, starts, outDir, signal, limits }: SplitRequest,
): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const [index, start] of starts.entries()) {
    const path = join(outDir, `clip-${index}`);
    const next = starts[index + 1];
    const end = next === undefined ? {} : { end: next - 1 };
    await pipeline(createReadStream(input, { start, ...end }), createWriteStream(path), { signal });
    try {
      clips.push({
        path,
        facts: await probe(tools, { input: path, workDir: outDir, signal, ...(limits ? { limits } : {}) }),
      });
    } catch (error) {
      const isBroken = error instanceof MediaProblem && (error.code === 'not_readable' || error.code === 'wrong_type');
      if (!isBroken) throw error;
    }
  }
  if (clips.length === 0) throw new MediaProblem('not_readable', 'No clip of the recording can be read.');
  return clips;
}

/** Nothing of the clips but picture and sound. */
const ONLY_MEDIA = ['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn', '-progress', 'pipe:1'];

/**
 * Returns the clip with its picture before its sound. Browsers write the tracks in the order in which their first bytes
 * came, and a joined file takes the tracks of all clips by their numbers.
 */
async function pictureFirst(tools: Tools, clip: Clip, { outDir, signal, limits }: JoinRequest): Promise<Clip> {
  const { video, audio, container } = clip.facts;
  if (!video || !audio || video.index < audio.index) return clip;
  const path = join(outDir, `${basename(clip.path)}-ordered.${container === 'matroska' ? 'mkv' : 'mp4'}`);
  const maps = ['-map', `0:${video.index}`, '-map', `0:${audio.index}`];
  expectSuccess(
    await runFfmpeg(tools, {
      args: [...inputArgs(clip.path, CONTAINERS[container].demuxer), ...maps, '-c', 'copy', ...ONLY_MEDIA, path],
      readable: [clip.path],
      outDir,
      limits: limitsFor(clip.facts, limits),
      signal,
    }),
  );
  return { path, facts: { ...clip.facts, video: { ...video, index: 0 }, audio: { ...audio, index: 1 } } };
}

/** Whether the clips can be joined without encoding them. */
const areAlike = ([first, ...rest]: readonly Clip[]): boolean =>
  rest.every(
    ({ facts: { container, video, audio } }) =>
      container === first!.facts.container &&
      video?.codec === first!.facts.video?.codec &&
      video?.widthPx === first!.facts.video?.widthPx &&
      video?.heightPx === first!.facts.video?.heightPx &&
      audio?.codec === first!.facts.audio?.codec &&
      audio?.sampleRateHz === first!.facts.audio?.sampleRateHz,
  );

const lengthOf = (clips: readonly Clip[]): number => clips.reduce((sum, { facts }) => sum + facts.durationSeconds, 0);

/** How far a joined file may be shorter or longer than its clips, seconds for each clip. */
const ROUNDING_SECONDS = 0.3;
const VIDEO_CODEC = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-threads:v', '1'];
const AUDIO_CODEC = ['-c:a', 'aac', '-b:a', '192k'];
const FRAMES_PER_SECOND = 30;

const copyArgs = (list: string, { facts: { container } }: Clip, output: string): string[] => [
  ...inputArgs(list, `concat,${CONTAINERS[container].demuxer}`, ['-f', 'concat', '-safe', '0']),
  '-map',
  '0:V:0?',
  '-map',
  '0:a:0?',
  '-c',
  'copy',
  ...ONLY_MEDIA,
  output,
];

/** One picture for all: the first clip's size; a clip of another size is fitted into it. */
const pictureOf = ({ facts: { video } }: Clip, index: number, first: Clip): string => {
  const { widthPx, heightPx } = evenSize(first.facts.video!);
  const fitted = `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=decrease,pad=${widthPx}:${heightPx}:(ow-iw)/2:(oh-ih)/2`;
  return `[${index}:${video!.index}]fps=${FRAMES_PER_SECOND},${fitted},setsar=1,format=yuv420p[v${index}]`;
};

const SOUND = 'aformat=sample_rates=48000:channel_layouts=stereo';
const soundOf = ({ facts: { audio, durationSeconds } }: Clip, index: number): string =>
  audio
    ? `[${index}:${audio.index}]aresample=async=1:first_pts=0,${SOUND}[a${index}]`
    : `anullsrc=r=48000:cl=stereo,atrim=duration=${durationSeconds.toFixed(3)},${SOUND}[a${index}]`;

function encodeArgs(clips: readonly Clip[], output: string): string[] {
  const hasSound = clips.some(({ facts }) => facts.audio);
  const parts = clips.flatMap((clip, index) => [
    pictureOf(clip, index, clips[0]!),
    ...(hasSound ? [soundOf(clip, index)] : []),
  ]);
  const inOrder = clips.map((_, index) => `[v${index}]${hasSound ? `[a${index}]` : ''}`).join('');
  const joined = `${inOrder}concat=n=${clips.length}:v=1:a=${hasSound ? 1 : 0}[v]${hasSound ? '[a]' : ''}`;
  return [
    ...clips.flatMap(({ path, facts }) => inputArgs(path, CONTAINERS[facts.container].demuxer)),
    '-filter_complex_threads',
    '1',
    '-filter_complex',
    [...parts, joined].join(';'),
    '-map',
    '[v]',
    ...(hasSound ? ['-map', '[a]'] : []),
    ...VIDEO_CODEC,
    ...(hasSound ? AUDIO_CODEC : []),
    ...ONLY_MEDIA,
    output,
  ];
}

export interface JoinRequest extends Omit<EncodeRequest, 'input'> {
  readonly clips: readonly Clip[];
}

/**
 * Joins the clips of a recording: copied where they are alike, else encoded. Clips without a picture are left out.
 *
 * @returns Path of the result, in the format of the first clip.
 * @throws MediaProblem `wrong_type` without a picture; else as `encodeVideo`.
 */
export async function joinClips(tools: Tools, request: JoinRequest): Promise<string> {
  const { clips: all, outDir, signal, limits, onProgress } = request;
  const withPicture = all.filter(({ facts }) => facts.video);
  if (withPicture.length === 0) throw new MediaProblem('wrong_type', 'There is no picture in it.');
  const clips: Clip[] = [];
  for (const clip of withPicture) clips.push(await pictureFirst(tools, clip, request));
  const output = clips[0]!.facts.container === 'matroska' ? 'joined.mkv' : 'joined.mp4';
  const seconds = lengthOf(clips);
  const facts = { ...clips[0]!.facts, durationSeconds: seconds };
  const run = async (args: string[], readable: readonly string[]) =>
    expectSuccess(
      await runFfmpeg(tools, {
        args,
        readable,
        outDir,
        limits: limitsFor(facts, limits),
        signal,
        onStdout: progressReader((done) => onProgress?.(Math.min(100, Math.floor((done / seconds) * 100)))),
      }),
    );
  const paths = clips.map(({ path }) => path);
  const result = join(outDir, output);
  if (areAlike(clips)) {
    const list = join(outDir, 'clips.txt');
    await writeFile(
      list,
      clips.map((clip) => `file '${clip.path}'\nduration ${clip.facts.durationSeconds.toFixed(3)}\n`).join(''),
    );
    try {
      await run(copyArgs(list, clips[0]!, output), [list, ...paths]);
      const joined = await probe(tools, { input: result, workDir: outDir, signal });
      if (Math.abs(joined.durationSeconds - seconds) <= ROUNDING_SECONDS * clips.length) return result;
    } catch (error) {
      // What cannot be copied may still be encoded.
      if (!(error instanceof MediaProblem) || (error.code !== 'encoding_error' && error.code !== 'not_readable'))
        throw error;
    }
  }
  await run(encodeArgs(clips, output), paths);
  return result;
}
