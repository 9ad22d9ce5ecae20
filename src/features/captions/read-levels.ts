import { LEVEL_MS } from './cut-at-silence.ts';
import { readPieces } from './hls-pieces.ts';

/** A longer or larger file is read in pieces: decoded sound takes 23 MB a minute for a moment. */
const WHOLE_MAX_MS = 10 * 60_000;
const WHOLE_MAX_BYTES = 200_000_000;
/** Sample rate that sound is decoded to: words need no more. */
const RATE_HZ = 8_000;
const PER_LEVEL = (RATE_HZ * LEVEL_MS) / 1000;

/** The sound cannot be read here, e.g. because there is none. */
export class NoSoundError extends Error {}

export interface SoundSource {
  url: string;
  durationMs: number;
  bytes: number;
}

/** Loudness of each LEVEL_MS of decoded sound: the loudest channel's root mean square. */
const levelsOf = (sound: AudioBuffer): Float32Array => {
  const levels = new Float32Array(Math.ceil(sound.length / PER_LEVEL));
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    const samples = sound.getChannelData(channel);
    for (let at = 0; at < levels.length; at += 1) {
      const part = samples.subarray(at * PER_LEVEL, (at + 1) * PER_LEVEL);
      let sum = 0;
      for (const sample of part) sum += sample * sample;
      levels[at] = Math.max(levels[at]!, Math.sqrt(sum / part.length));
    }
  }
  return levels;
};

const decode = async (bytes: ArrayBuffer): Promise<Float32Array> => {
  try {
    return levelsOf(await new OfflineAudioContext(1, 1, RATE_HZ).decodeAudioData(bytes));
  } catch (cause) {
    throw new NoSoundError('The sound could not be decoded', { cause });
  }
};

const readWhole = async (url: string, signal: AbortSignal): Promise<Float32Array> => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The media answered ${response.status}`);
  return decode(await response.arrayBuffer());
};

/** Decodes one piece after the other, so that a film of two hours takes no more memory than a short one. */
const readInPieces = async (
  { url, durationMs }: SoundSource,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Float32Array> => {
  const levels = new Float32Array(Math.ceil(durationMs / LEVEL_MS));
  for await (const { startMs, bytes } of readPieces(new URL('master.m3u8', url).href, signal)) {
    const piece = await decode(bytes);
    const from = Math.round(startMs / LEVEL_MS);
    if (from < levels.length) levels.set(piece.subarray(0, levels.length - from), from);
    onPercent(Math.min(99, Math.floor((startMs / durationMs) * 100)));
  }
  return levels;
};

/**
 * Loudness of a video or a sound, for cutting it at its silence.
 *
 * @throws NoSoundError if it has no sound that this browser can decode; Error if it could not be fetched.
 */
export const readLevels = (
  source: SoundSource,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<Float32Array> => {
  const isSmall = source.durationMs <= WHOLE_MAX_MS && source.bytes <= WHOLE_MAX_BYTES;
  if (isSmall) return readWhole(source.url, signal);
  // A file that is only on this device has no pieces.
  if (source.url.startsWith('blob:')) return Promise.reject(new NoSoundError('The file is too long'));
  return readInPieces({ ...source, url: new URL(source.url, location.href).href }, onPercent, signal);
};
