/** Type, size and orientation of a picture from its first bytes, without decoding anything. */

export type ImageType = 'jpeg' | 'png';

export interface ImageFacts {
  readonly type: ImageType;
  /** Size as stored, before it is turned upright. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** EXIF orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ORIENTATION_TAG = 0x0112;

function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 26 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'png', widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20), orientation: 1 };
}

/** Reads the orientation from an EXIF block: a TIFF header, then a list of 12-byte entries. */
function readOrientation(exif: Buffer): number {
  if (exif.length < 14) return 1;
  const little = exif.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const directory = little ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (directory + 2 > exif.length) return 1;
  const entries = u16(directory);
  for (let n = 0, at = directory + 2; n < entries && at + 12 <= exif.length; n += 1, at += 12) {
    if (u16(at) !== ORIENTATION_TAG) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Start-of-frame markers contain the size; C4, C8 and CC in their range are other markers. */
const isFrameStart = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(bytes: Buffer): ImageFacts | null {
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (isFrameStart(marker)) {
      return body.length < 5
        ? null
        : { type: 'jpeg', heightPx: body.readUInt16BE(1), widthPx: body.readUInt16BE(3), orientation };
    }
    if (marker === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = readOrientation(body.subarray(6));
    // The image data or the end, without a size before it.
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** Reads the header; `null` for everything that is not a JPG or PNG with a size. */
export function readImageHeader(bytes: Buffer): ImageFacts | null {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg(bytes);
  return null;
}
