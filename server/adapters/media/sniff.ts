import { open } from 'node:fs/promises';
import { MediaProblem } from './problem.ts';

/** The three kinds of content (LIB-019). */
export type ContentKind = 'video' | 'audio' | 'text';

export type Container =
  | 'mp4'
  | 'matroska'
  | 'avi'
  | 'mpeg-ps'
  | 'mpeg-ts'
  | 'mpeg-video'
  | 'aac'
  | 'mp3'
  | 'wav'
  | 'ogg'
  | 'pdf';

interface ContainerFacts {
  readonly kinds: readonly ContentKind[];
  readonly contentType: string;
  /** ffmpeg's name of the format, the only one it may use for the file. Empty for a PDF. */
  readonly demuxer: string;
}

export const CONTAINERS: Readonly<Record<Container, ContainerFacts>> = {
  mp4: { kinds: ['video', 'audio'], contentType: 'video/mp4', demuxer: 'mov' },
  matroska: { kinds: ['video', 'audio'], contentType: 'video/webm', demuxer: 'matroska' },
  avi: { kinds: ['video'], contentType: 'video/x-msvideo', demuxer: 'avi' },
  'mpeg-ps': { kinds: ['video'], contentType: 'video/mpeg', demuxer: 'mpeg' },
  'mpeg-ts': { kinds: ['video'], contentType: 'video/mp2t', demuxer: 'mpegts' },
  'mpeg-video': { kinds: ['video'], contentType: 'video/mpeg', demuxer: 'mpegvideo' },
  aac: { kinds: ['audio'], contentType: 'audio/aac', demuxer: 'aac' },
  mp3: { kinds: ['audio'], contentType: 'audio/mpeg', demuxer: 'mp3' },
  wav: { kinds: ['audio'], contentType: 'audio/wav', demuxer: 'wav' },
  ogg: { kinds: ['audio'], contentType: 'audio/ogg', demuxer: 'ogg' },
  pdf: { kinds: ['text'], contentType: 'application/pdf', demuxer: '' },
};

/** Extensions a person may pick. Source: UPL-030…UPL-032. */
export const EXTENSIONS: Readonly<Record<ContentKind, readonly string[]>> = {
  video: ['webm', 'avi', 'mov', 'mp4', 'mpg', 'mpeg'],
  audio: ['aac', 'mp3', 'wav', 'ogg', 'm4a'],
  text: ['pdf'],
};

/** Bytes read to detect the type; enough for three packets of a transport stream and a few frames of MP3. */
export const SNIFF_BYTES = 16_384;

const ascii = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length);
const MP4_ATOMS = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const RIFF_NAMES = new Set(['RIFF', 'RF64', 'RIFX']);

/** Position after an ID3 tag, which may precede MP3 and AAC; its size is in 7-bit bytes. */
function afterId3(bytes: Buffer): number {
  if (ascii(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes[at]! & 0x7f), 0);
  return 10 + size + (bytes[5]! & 0x10 ? 10 : 0);
}

/** Whether ADTS frames (AAC) follow each other: each contains the position of the next. */
function isAdts(bytes: Buffer, start: number): boolean {
  let at = start;
  for (let frame = 0; frame < 2; frame += 1) {
    if (at + 7 > bytes.length) return frame > 0;
    if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return false;
    const length = ((bytes[at + 3]! & 0x03) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    if (length < 7) return false;
    at += length;
  }
  return true;
}

const isMp3Header = (bytes: Buffer, at: number): boolean =>
  at + 4 <= bytes.length &&
  bytes[at] === 0xff &&
  (bytes[at + 1]! & 0xe6) === 0xe2 &&
  (bytes[at + 1]! & 0x18) !== 0x08 &&
  (bytes[at + 2]! & 0xf0) !== 0xf0 &&
  (bytes[at + 2]! & 0xf0) !== 0 &&
  (bytes[at + 2]! & 0x0c) !== 0x0c;

/** Transport packets begin with 0x47 every 188 bytes, or every 192 with a timestamp before each (M2TS). */
const isTransport = (bytes: Buffer): boolean =>
  [
    [188, 0],
    [192, 4],
  ].some(([packet, first]) => [0, 1, 2].every((n) => bytes[first! + n * packet!] === 0x47));

function sniffAudioFrames(bytes: Buffer): Container | null {
  const start = afterId3(bytes);
  // A tag with a cover picture can be longer than the bytes read; then the tag alone decides.
  if (start >= bytes.length) return start > 0 ? 'mp3' : null;
  if (isAdts(bytes, start)) return 'aac';
  if (isMp3Header(bytes, start)) return 'mp3';
  return start > 0 ? 'mp3' : null;
}

/**
 * Detects the type of a file by its first bytes; `null` for every unsupported one: text, playlists, HTML, SVG, archives,
 * pictures.
 */
export function sniff(bytes: Buffer): Container | null {
  // Some writers put a byte-order mark or an empty line first.
  if (/^(\xef\xbb\xbf)?\s*%PDF-/.test(ascii(bytes, 0, 64))) return 'pdf';
  if (bytes.length < 12) return null;
  if (MP4_ATOMS.has(ascii(bytes, 4, 4))) return 'mp4';
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return /webm|matroska/.test(ascii(bytes, 0, 128)) ? 'matroska' : null;
  if (RIFF_NAMES.has(ascii(bytes, 0, 4))) {
    const form = ascii(bytes, 8, 4);
    return form === 'WAVE' ? 'wav' : form === 'AVI ' ? 'avi' : null;
  }
  if (ascii(bytes, 0, 4) === 'OggS') return 'ogg';
  if (bytes.readUInt32BE(0) === 0x000001ba) return 'mpeg-ps';
  if (bytes.readUInt32BE(0) === 0x000001b3) return 'mpeg-video';
  if (isTransport(bytes)) return 'mpeg-ts';
  return sniffAudioFrames(bytes);
}

/** As `sniff`, from a file. @throws MediaProblem `storage_failure` if it cannot be opened. */
export async function sniffFile(path: string): Promise<Container | null> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new MediaProblem('storage_failure', 'The file cannot be opened.', { cause: error });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return sniff(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The kind of a file by its name; `null` for an unsupported extension. */
export function announcedKind(fileName: string): ContentKind | null {
  const dot = fileName.lastIndexOf('.');
  const extension = dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
  return (['video', 'audio', 'text'] as const).find((kind) => EXTENSIONS[kind].includes(extension)) ?? null;
}

/**
 * Checks the content of a file against its name. The content decides (D-114): a WebM named `.mp4` is accepted as a video;
 * a playlist, a web page or a sound named `.mp4` is refused.
 *
 * @throws MediaProblem `wrong_type`.
 */
export async function checkFile(path: string, fileName: string): Promise<{ kind: ContentKind; container: Container }> {
  const kind = announcedKind(fileName);
  const container = await sniffFile(path);
  if (kind === null || container === null || !CONTAINERS[container].kinds.includes(kind)) {
    throw new MediaProblem(
      'wrong_type',
      `Announced as ${kind ?? 'an unsupported type'}, is ${container ?? 'an unsupported type'}.`,
    );
  }
  return { kind, container };
}
