import { expectSuccess, inputArgs, progressReader, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import type { JailLimits } from './jail.ts';
import { checkHls } from './hls-check.ts';
import { joinAllSegments } from './hls-segments.ts';
import { filterGraph, firstRung, ladderOf, progressiveRung } from './ladder.ts';
import type { Rung } from './ladder.ts';
import { makePosters } from './poster.ts';
import { workOf } from './price.ts';
import { probe } from './probe.ts';
import type { MediaFacts } from './probe.ts';
import { MediaProblem } from './problem.ts';
import { SDR_OPTIONS } from './sdr.ts';
import { CONTAINERS } from './sniff.ts';
import { madeFile } from './result.ts';
import type { MadeFile } from './result.ts';
import { drawWaveform } from './waveform.ts';

export interface EncodeRequest {
  /** Full path of the original. */
  readonly input: string;
  /** An empty folder for the results; after a failure its files are unusable. */
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with rising whole percents, 0 to 100. Must not throw. */
  readonly onProgress?: ((percent: number) => void) | undefined;
  readonly limits?: Partial<JailLimits> | undefined;
  /** Makes only the first rendition of a video that has larger ones, so that it can be watched early. */
  readonly onlyFirst?: boolean | undefined;
}

export interface Encoded {
  /** `audio` also for a video file without picture. */
  readonly kind: 'video' | 'audio';
  /** Length of the result, seconds. */
  readonly durationSeconds: number;
  /** Size of the best rendition; `null` for sound. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly files: readonly MadeFile[];
  /** Whether larger renditions were left out. */
  readonly hasLarger: boolean;
}

/** Longest run of one program, s: below the time after which the job counts as dead (jobs/media-prepare.ts). */
const WALL_SECONDS_MAX = 20 * 3600;

/**
 * Limits in proportion to the work in a file (price.ts): six times its time on one core of 2024 and ten minutes, because
 * a busy machine may be slow. Source: decision 0035.
 */
export const limitsFor = (facts: MediaFacts, own: Partial<JailLimits> = {}): JailLimits => {
  const work = workOf(facts);
  const seconds = Math.min(WALL_SECONDS_MAX, 600 + Math.max(4 * facts.durationSeconds, 6 * work));
  const wallMs = own.wallMs ?? Math.ceil(seconds * 1000);
  const cpuSeconds = Math.ceil(300 + Math.max(2 * facts.durationSeconds, 8 * work));
  return { wallMs, cpuSeconds, fileBytes: 8e9, memoryBytes: 3e9, ...own };
};

/** ffmpeg cuts at each key frame; the cuts are joined to segments afterwards (hls-segments.ts). */
const CUT_SECONDS = 1;
/** Seconds between key frames; one more in the middle of the first two, so that the first segment is short. */
const KEYFRAME_SECONDS = 2;
const START_LINES = 480;

const VIDEO_CODEC = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-profile:v',
  'main',
  '-crf',
  '23',
  '-threads:v',
  '1',
  // Key frames at the same times in every rung, so that a player can change rungs at any segment.
  '-sc_threshold',
  '0',
  '-g',
  '600',
  '-force_key_frames',
  `expr:gte(t,if(lt(n_forced,2),n_forced*${CUT_SECONDS},(n_forced-1)*${KEYFRAME_SECONDS}))`,
  '-fps_mode:v',
  'vfr',
];
/** Source: D-328. Gaps are filled and a late start padded, or sound would run ahead of the picture. */
const AUDIO_CODEC = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000', '-af', 'aresample=async=1:first_pts=0'];
/** Removes metadata such as title, place and device. */
const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1', '-dn', '-sn'];
const FAST_START = ['-movflags', '+faststart'];

/** HLS with one file per rendition, read by byte ranges, so that a long video is a dozen objects. */
const hlsOutput = (streams: string): string[] => [
  '-f',
  'hls',
  '-hls_time',
  String(CUT_SECONDS),
  '-hls_playlist_type',
  'vod',
  '-hls_segment_type',
  'fmp4',
  '-hls_flags',
  'single_file+independent_segments',
  '-master_pl_name',
  'master.m3u8',
  '-var_stream_map',
  streams,
  '-hls_segment_filename',
  '%v.mp4',
  '%v.m3u8',
];

/** Puts the best rung up to 480p first: some players start with the first stream, and it loads fast on a phone. */
const startRungFirst = (rungs: readonly Rung[]): readonly (readonly [Rung, number])[] => {
  const numbered = rungs.map((rung, at) => [rung, at] as const);
  const start = numbered.find(([{ name }]) => Number.parseInt(name, 10) <= START_LINES);
  return start ? [start, ...numbered.filter((one) => one !== start)] : numbered;
};

/**
 * How much longer the sound may be than the picture, seconds. A recorder that is short of computing power stops the
 * picture and goes on with the sound, but a playlist ends with its picture.
 */
const SOUND_MAY_GO_ON_SECONDS = 0.5;
const goesOnAfter = ({ soundEndsSeconds }: MediaFacts, pictureEndsSeconds: number): boolean =>
  soundEndsSeconds !== null && soundEndsSeconds - pictureEndsSeconds > SOUND_MAY_GO_ON_SECONDS;

interface LadderRequest {
  input: string;
  facts: MediaFacts;
  rungs: readonly Rung[];
  /** Whether the last frame is held until the sound ends. */
  isHeld: boolean;
}

function ladderArgs({ input, facts, rungs, isHeld }: LadderRequest): string[] {
  const video = facts.video!;
  // Each rung contains the sound: simple players know no separate sound tracks, and encoding it again costs little.
  const { audio } = facts;
  const perRung = rungs.flatMap(({ maxKbps }, at) => [
    '-map',
    `[v${at}]`,
    ...(audio ? ['-map', `0:${audio.index}`] : []),
    `-maxrate:v:${at}`,
    `${maxKbps}k`,
    `-bufsize:v:${at}`,
    `${maxKbps * 2}k`,
  ]);
  const streams = startRungFirst(rungs)
    .map(([{ name }, at]) => `v:${at}${audio ? `,a:${at}` : ''},name:${name}`)
    .join(' ');
  return [
    ...inputArgs(input, CONTAINERS[facts.container].demuxer, ['-threads', '2']),
    '-filter_complex_threads',
    '1',
    '-filter_complex',
    filterGraph(video, rungs, isHeld ? facts.soundEndsSeconds : null),
    ...perRung,
    ...VIDEO_CODEC,
    ...(video.hdr ? SDR_OPTIONS : []),
    ...(audio ? AUDIO_CODEC : []),
    ...NO_METADATA,
    '-progress',
    'pipe:1',
    ...hlsOutput(streams),
  ];
}

/** Converts encoded seconds to percents that never decrease. */
function percentReporter(onProgress: EncodeRequest['onProgress'], durationSeconds: number, upTo: number) {
  let last = -1;
  const report = (percent: number) => {
    if (percent <= last) return;
    last = percent;
    onProgress?.(percent);
  };
  return { report, seconds: (done: number) => report(Math.min(upTo, Math.floor((done / durationSeconds) * upTo))) };
}

/**
 * Encodes a video, HDR as SDR: an HLS ladder up to 1080p (`master.m3u8`), a progressive file of at most 720p (`video.mp4`), and a
 * poster taken at 10 % of its length in two sizes (D-121, D-328). A file without picture is encoded as sound.
 *
 * @throws MediaProblem any code but `encrypted_pdf`.
 */
export async function encodeVideo(tools: Tools, request: EncodeRequest): Promise<Encoded> {
  const { input, outDir, signal } = request;
  const facts = await probe(tools, { input, workDir: outDir, signal });
  if (!facts.video) return encodeSound(tools, request, facts);

  const all = ladderOf(facts.video);
  const first = request.onlyFirst ? firstRung(all) : undefined;
  const rungs = first ? [first] : all;
  const names = rungs.map(({ name }) => name);
  const limits = limitsFor(facts, request.limits);
  const progress = percentReporter(request.onProgress, facts.durationSeconds, 94);
  progress.report(0);
  const encode = async (isHeld: boolean): Promise<number> => {
    expectSuccess(
      await runFfmpeg(tools, {
        args: ladderArgs({ input, facts, rungs, isHeld }),
        readable: [input],
        outDir,
        limits,
        signal,
        onStdout: progressReader(progress.seconds),
      }),
    );
    return checkHls(outDir, names);
  };
  const isHeld = facts.lastFrameSeconds !== null && goesOnAfter(facts, facts.lastFrameSeconds);
  let durationSeconds = await encode(isHeld);
  // Its last frames could not be decoded.
  if (!isHeld && goesOnAfter(facts, durationSeconds)) durationSeconds = await encode(true);
  await joinAllSegments(outDir, names);

  // The progressive file is the 720p rung, remuxed without encoding again.
  const middle = progressiveRung(rungs);
  expectSuccess(
    await runFfmpeg(tools, {
      args: [
        ...inputArgs(`${middle.name}.mp4`, 'mov'),
        '-map',
        '0',
        '-c',
        'copy',
        ...NO_METADATA,
        ...FAST_START,
        'video.mp4',
      ],
      readable: [],
      outDir,
      limits,
      signal,
    }),
  );
  progress.report(97);
  const posters = await makePosters(tools, { input, facts, outDir, signal, limits });
  progress.report(100);

  return {
    kind: 'video',
    durationSeconds,
    widthPx: rungs[0]!.widthPx,
    heightPx: rungs[0]!.heightPx,
    hasLarger: first !== undefined,
    files: [...(await hlsFiles(outDir, rungs)), await madeFile(outDir, 'video.mp4', 'progressive', middle), ...posters],
  };
}

/**
 * Encodes a sound: `audio.m4a` (AAC 128 kbit/s), the same as HLS (`master.m3u8`), a waveform picture (`waveform.svg`) and
 * its heights (`peaks.json`).
 *
 * @throws MediaProblem `wrong_type` if the file has no sound; else as `encodeVideo`.
 */
export async function encodeAudio(tools: Tools, request: EncodeRequest): Promise<Encoded> {
  const facts = await probe(tools, { input: request.input, workDir: request.outDir, signal: request.signal });
  return encodeSound(tools, request, facts);
}

async function encodeSound(tools: Tools, request: EncodeRequest, facts: MediaFacts): Promise<Encoded> {
  const { input, outDir, signal } = request;
  if (!facts.audio) throw new MediaProblem('wrong_type', 'There is no sound in it.');
  const limits = limitsFor(facts, request.limits);
  const progress = percentReporter(request.onProgress, facts.durationSeconds, 90);
  progress.report(0);
  expectSuccess(
    await runFfmpeg(tools, {
      args: [
        ...inputArgs(input, CONTAINERS[facts.container].demuxer),
        '-map',
        `0:${facts.audio.index}`,
        ...AUDIO_CODEC,
        ...NO_METADATA,
        '-progress',
        'pipe:1',
        ...FAST_START,
        'audio.m4a',
      ],
      readable: [input],
      outDir,
      limits,
      signal,
      onStdout: progressReader(progress.seconds),
    }),
  );
  expectSuccess(
    await runFfmpeg(tools, {
      args: [...inputArgs('audio.m4a', 'mov'), '-map', '0:a', '-c', 'copy', ...hlsOutput('a:0,name:sound')],
      readable: [],
      outDir,
      limits,
      signal,
    }),
  );
  const durationSeconds = await checkHls(outDir, ['sound']);
  await joinAllSegments(outDir, ['sound']);
  progress.report(95);
  const drawn = await drawWaveform(tools, { sound: 'audio.m4a', outDir, limits, signal });
  progress.report(100);
  return {
    kind: 'audio',
    durationSeconds,
    widthPx: null,
    heightPx: null,
    hasLarger: false,
    files: [
      ...(await hlsFiles(outDir, [{ name: 'sound' }])),
      await madeFile(outDir, 'audio.m4a', 'progressive'),
      ...drawn,
    ],
  };
}

async function hlsFiles(outDir: string, streams: readonly (Pick<Rung, 'name'> & Partial<Rung>)[]): Promise<MadeFile[]> {
  return Promise.all([
    madeFile(outDir, 'master.m3u8', 'hls-master'),
    ...streams.flatMap(({ name, widthPx, heightPx }) => {
      const size = widthPx !== undefined && heightPx !== undefined ? { widthPx, heightPx } : undefined;
      return [
        madeFile(outDir, `${name}.m3u8`, 'hls-playlist', size),
        madeFile(outDir, `${name}.mp4`, 'hls-media', size),
      ];
    }),
  ]);
}
