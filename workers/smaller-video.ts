import {
  BlobSource,
  Conversion,
  EncodedPacketSink,
  getFirstEncodableVideoCodec,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
} from 'mediabunny';

/** Sizes that are offered, pixels of the shorter side, with about the bit rates of the server's renditions, bit/s. */
const SIZES = [
  { lines: 1080, bitrate: 5_000_000 },
  { lines: 720, bitrate: 2_800_000 },
  { lines: 480, bitrate: 1_400_000 },
] as const;
/** Fast films need more. */
const FAST = { fps: 40, factor: 1.5 } as const;
const KEY_FRAME_SECONDS = 2;
/** Length of a trial encoding, seconds. */
const TRIAL_SECONDS = 1.5;
/** Pictures that are read to find out the frame rate. */
const RATE_PICTURES = 120;
/** Bytes that are written to the device at a time. */
const WRITE_BYTES = 4 * 1024 * 1024;
/** A result whose length differs more than this from that of its source is not whole, seconds. */
const LENGTH_TOLERANCE = 0.7;

/** A video that this browser can read and encode again. */
export interface ReadVideo {
  input: Input;
  track: InputVideoTrack;
  seconds: number;
  /** As shown, after rotation. */
  width: number;
  height: number;
  isFast: boolean;
  hasSound: boolean;
}

const openInput = (file: Blob): Input => new Input({ formats: [MP4, QTFF, WEBM], source: new BlobSource(file) });

/**
 * Reads what an encoding needs to know. Close its input.
 *
 * @returns Undefined for a file that this browser cannot read, and for a film with a high dynamic range, whose colours
 *   would be lost.
 */
const readVideo = async (file: Blob): Promise<ReadVideo | undefined> => {
  const input = openInput(file);
  const video = await describe(input).catch(() => undefined);
  if (!video) input.dispose();
  return video;
};

const describe = async (input: Input): Promise<ReadVideo | undefined> => {
  if (!(await input.canRead())) return undefined;
  const [track, ...others] = await input.getVideoTracks();
  if (!track || others.length > 0 || !(await track.canDecode()) || (await track.hasHighDynamicRange()))
    return undefined;
  const { averagePacketRate } = await track.computePacketStats(RATE_PICTURES);
  return {
    input,
    track,
    seconds: await input.computeDuration(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    isFast: averagePacketRate > FAST.fps,
    hasSound: (await input.getAudioTracks()).length > 0,
  };
};

interface Target extends Pick<ReadVideo, 'width' | 'height'> {
  codec: 'avc' | 'vp9';
  bitrate: number;
}

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** The encoder's settings of a size. @returns Undefined if the video is not larger, or this device cannot encode it. */
const targetOf = async ({ width, height, isFast }: ReadVideo, lines: number): Promise<Target | undefined> => {
  const size = SIZES.find((each) => each.lines === lines);
  const shorter = Math.min(width, height);
  if (!size || shorter <= lines) return undefined;
  const bitrate = size.bitrate * (isFast ? FAST.factor : 1);
  const wanted = { width: even((width * lines) / shorter), height: even((height * lines) / shorter) };
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9'], { ...wanted, bitrate });
  return codec === 'avc' || codec === 'vp9' ? { ...wanted, bitrate, codec } : undefined;
};

interface Encoding {
  target: Target;
  part?: { start: number; end: number };
  writable: WritableStream<StreamTargetChunk>;
  onProgress?: ((percent: number) => void) | undefined;
  signal: AbortSignal;
}

/** @throws Error if the picture or a sound cannot be kept; the signal's reason. */
const encode = async (
  { input }: ReadVideo,
  { target, part, writable, onProgress, signal }: Encoding,
): Promise<number> => {
  signal.throwIfAborted();
  const { width, height, codec, bitrate } = target;
  const conversion = await Conversion.init({
    input,
    // The index comes last: at the start it would need the whole file in memory.
    output: new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new StreamTarget(writable, { chunked: true, chunkSize: WRITE_BYTES }),
    }),
    ...(part ? { trim: part } : {}),
    video: {
      width,
      height,
      fit: 'fill',
      codec,
      quality: new Quality({ bitrate, bitrateMode: 'variable' }),
      keyFrameInterval: KEY_FRAME_SECONDS,
      // A player that ignores the flag would show it lying.
      allowTransformationMetadata: false,
      forceTranscode: true,
    },
    showWarnings: false,
  });
  if (!conversion.isValid || conversion.discardedTracks.some(({ track }) => track.type !== 'subtitle'))
    throw new Error('This browser cannot keep the picture and the sound.');
  conversion.onProgress = (share) => onProgress?.(Math.floor(share * 100));
  const cancel = () => void conversion.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const startedAtMs = performance.now();
  try {
    await conversion.execute();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return (performance.now() - startedAtMs) / 1000;
};

export interface MeasuredSize {
  lines: number;
  bytes: number;
  seconds: number;
}

/** Encodes a short part in each size below the video's, and counts its bytes and its time. */
export const measureSizes = async (file: Blob, signal: AbortSignal): Promise<MeasuredSize[]> => {
  const video = await readVideo(file);
  if (!video) return [];
  try {
    const start = await keyFrameNear(video, Math.max(0, video.seconds - TRIAL_SECONDS) / 2);
    const part = { start, end: Math.min(video.seconds, start + TRIAL_SECONDS) };
    const measured: MeasuredSize[] = [];
    for (const { lines } of SIZES) {
      const target = await targetOf(video, lines);
      if (!target) continue;
      let bytes = 0;
      const writable = new WritableStream<StreamTargetChunk>({
        write: ({ position, data }) => void (bytes = Math.max(bytes, position + data.length)),
      });
      const took = await encode(video, { target, part, writable, signal });
      const factor = video.seconds / (part.end - part.start);
      measured.push({ lines, bytes: Math.round(bytes * factor), seconds: Math.ceil(took * factor) });
    }
    return measured;
  } finally {
    video.input.dispose();
  }
};

/** A part that begins with a key frame needs no frames before it. */
const keyFrameNear = async ({ track }: ReadVideo, seconds: number): Promise<number> =>
  Math.max(0, (await new EncodedPacketSink(track).getKeyPacket(seconds))?.timestamp ?? 0);

/** Where a result is written, in the origin's private file system. */
export interface ResultFile {
  write(bytes: Uint8Array, options: { at: number }): number;
}

/**
 * Encodes the whole video in a smaller size: H.264 in MP4 (VP9 where the device has no H.264), frames at their own times,
 * turned upright, its sound as it is where MP4 takes it.
 *
 * @throws Error if the device cannot; the signal's reason.
 */
export const encodeSmaller = async (
  file: Blob,
  {
    lines,
    result,
    onProgress,
    signal,
  }: { lines: number; result: ResultFile; onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<void> => {
  const video = await readVideo(file);
  if (!video) throw new Error('This browser cannot read the video any more.');
  try {
    const target = await targetOf(video, lines);
    if (!target) throw new Error('This browser cannot encode the video in that size.');
    const writable = new WritableStream<StreamTargetChunk>({
      write({ position, data }) {
        if (result.write(data, { at: position }) < data.length) throw new Error('The device has no room.');
      },
    });
    await encode(video, { target, writable, onProgress, signal });
  } finally {
    video.input.dispose();
  }
};

/** Whether a result is a whole video: as long as its source, with sound if that has sound. */
export const isWhole = async (source: Blob, result: Blob): Promise<boolean> => {
  const [before, after] = [await readVideo(source), await readVideo(result)];
  const isSame =
    before !== undefined &&
    after !== undefined &&
    Math.abs(before.seconds - after.seconds) <= LENGTH_TOLERANCE &&
    before.hasSound === after.hasSound;
  before?.input.dispose();
  after?.input.dispose();
  return isSame;
};
