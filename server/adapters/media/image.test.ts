import { createCanvas, loadImage } from '@napi-rs/canvas';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { readImageHeader } from './image-header.ts';
import { checkImage, createMedia } from './index.ts';
import { mediaFolder } from './media.fixtures.ts';

const media = await createMedia({ nice: 0 });
let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => {
  folder = await mediaFolder();
});
afterAll(() => folder.remove());

/** Left half red, right half blue or nothing. */
function drawn(widthPx: number, heightPx: number, right: string | null = '#00f') {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, widthPx / 2, heightPx);
  if (right) {
    context.fillStyle = right;
    context.fillRect(widthPx / 2, 0, widthPx / 2, heightPx);
  }
  return canvas;
}
const jpeg = (widthPx: number, heightPx: number) => drawn(widthPx, heightPx).toBuffer('image/jpeg', 90);
const png = (widthPx: number, heightPx: number, right?: string | null) =>
  drawn(widthPx, heightPx, right).toBuffer('image/png');

/** Puts an EXIF block with an orientation and a camera name into a JPEG. */
function turned(bytes: Buffer, orientation: number, little: boolean): Buffer {
  const tiff = Buffer.alloc(64);
  const u16 = (value: number, at: number) => (little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at));
  const u32 = (value: number, at: number) => (little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at));
  tiff.write(little ? 'II' : 'MM', 0);
  u16(42, 2);
  u32(8, 4);
  u16(2, 8);
  u16(0x010f, 10);
  u16(2, 12);
  u32(10, 14);
  u32(40, 18);
  u16(0x0112, 22);
  u16(3, 24);
  u32(1, 26);
  u16(orientation, 30);
  tiff.write('SecretCam', 40);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 4);
  return Buffer.concat([head, exif, bytes.subarray(2)]);
}

const render = async (bytes: Buffer, maxWidthPx = 100) => {
  const outDir = await folder.out();
  const made = await media.makeRendition({
    input: await folder.write('picture', bytes),
    outDir,
    name: 'r.jpg',
    maxWidthPx,
  });
  const path = join(outDir, 'r.jpg');
  const image = await loadImage(await readFile(path));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const colour = (x: number, y: number) => {
    const [r = 0, g = 0, b = 0] = context.getImageData(
      Math.floor(x * (image.width - 1)),
      Math.floor(y * (image.height - 1)),
      1,
      1,
    ).data;
    if (Math.min(r, g, b) > 220) return 'white';
    return r > b ? 'red' : 'blue';
  };
  return { made, path, widthPx: image.width, heightPx: image.height, colour };
};

describe('the header of a picture', () => {
  it('contains type, size and orientation', () => {
    expect(checkImage(png(30, 20))).toEqual({ type: 'png', widthPx: 30, heightPx: 20, orientation: 1 });
    expect(checkImage(jpeg(30, 20))).toEqual({ type: 'jpeg', widthPx: 30, heightPx: 20, orientation: 1 });
    for (const little of [true, false]) {
      expect(checkImage(turned(jpeg(30, 20), 6, little))).toEqual({
        type: 'jpeg',
        widthPx: 30,
        heightPx: 20,
        orientation: 6,
      });
    }
    expect(checkImage(turned(jpeg(30, 20), 99, true)).orientation).toBe(1);
  });

  it('of 64k × 64k is refused before anything is decoded', () => {
    const bomb = png(1, 1);
    bomb.writeUInt32BE(65_535, 16);
    bomb.writeUInt32BE(65_535, 20);
    expect(() => checkImage(bomb)).toThrow(expect.objectContaining({ code: 'too_many_pixels', status: -2 }));
    // Near the limit: what the decoder itself would refuse is refused here, with the right reason.
    const large = png(1, 1);
    large.writeUInt32BE(9_990, 16);
    large.writeUInt32BE(9_990, 20);
    expect(() => checkImage(large)).toThrow(expect.objectContaining({ code: 'too_many_pixels' }));
    large.writeUInt32BE(8_185, 16);
    large.writeUInt32BE(8_185, 20);
    expect(checkImage(large)).toMatchObject({ widthPx: 8_185, heightPx: 8_185 });
    const wide = png(1, 1);
    wide.writeUInt32BE(2_000_000, 16);
    expect(() => checkImage(wide)).toThrow(expect.objectContaining({ code: 'too_many_pixels' }));
    const huge = jpeg(8, 8);
    const frame = huge.findIndex((byte, at) => byte === 0xff && (huge[at + 1] === 0xc0 || huge[at + 1] === 0xc2));
    huge.fill(0xff, frame + 5, frame + 9);
    expect(() => checkImage(huge)).toThrow(expect.objectContaining({ code: 'too_many_pixels' }));
    const none = png(1, 1);
    none.writeUInt32BE(0, 16);
    expect(() => checkImage(none)).toThrow(expect.objectContaining({ code: 'not_readable' }));
  });

  it.each([
    ['a GIF', 'GIF89a'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<html>'],
    ['nothing', ''],
    ['a WebP', 'RIFF....WEBP'],
    ['a JPG without a picture', '\xff\xd8\xff\xd9'],
    ['a PNG without a header', '\x89PNG\r\n\x1a\n'],
  ])('%s is refused', (_, text) => {
    expect(() => checkImage(Buffer.from(text, 'latin1'))).toThrow(expect.objectContaining({ code: 'wrong_type' }));
  });

  it('D-327 a picture above 10 MB is refused', () => {
    expect(() => checkImage(Buffer.concat([png(1, 1), Buffer.alloc(10_000_000)]))).toThrow(
      expect.objectContaining({ code: 'wrong_type' }),
    );
  });

  it('any bytes are read without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        readImageHeader(Buffer.from(bytes));
        readImageHeader(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.from(bytes)]));
        readImageHeader(
          Buffer.concat([Buffer.from('\xff\xd8\xff\xe1\0\x40Exif\0\0II*\0', 'latin1'), Buffer.from(bytes)]),
        );
        readImageHeader(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(bytes)]));
      }),
      runs,
    );
  });
});

describe('a rendition', () => {
  it('is a JPEG of the requested width, never larger than the picture', async () => {
    const small = await render(png(400, 200));
    expect([small.widthPx, small.heightPx]).toEqual([100, 50]);
    expect(small.made).toMatchObject({ contentType: 'image/jpeg', widthPx: 100, heightPx: 50 });
    expect([small.colour(0.1, 0.5), small.colour(0.9, 0.5)]).toEqual(['red', 'blue']);
    expect((await render(jpeg(41, 21))).widthPx).toBe(41);
    expect((await render(png(1, 1))).widthPx).toBe(1);
  });

  it('is white where the picture was transparent', async () => {
    const { colour } = await render(png(200, 100, null));
    expect([colour(0.1, 0.5), colour(0.9, 0.5)]).toEqual(['red', 'white']);
  });

  it.each([
    [1, [0.1, 0.5]],
    [2, [0.9, 0.5]],
    [3, [0.9, 0.5]],
    [4, [0.1, 0.5]],
    [5, [0.5, 0.1]],
    [6, [0.5, 0.1]],
    [7, [0.5, 0.9]],
    [8, [0.5, 0.9]],
  ] as const)('of a photo with orientation %i is upright, and keeps no camera name', async (orientation, [x, y]) => {
    const { colour, path, widthPx, heightPx } = await render(
      turned(jpeg(200, 100), orientation, orientation % 2 === 0),
    );
    expect(colour(x, y)).toBe('red');
    expect(colour(1 - x, 1 - y)).toBe('blue');
    expect([widthPx, heightPx]).toEqual(orientation >= 5 ? [100, 200] : [100, 50]);
    expect((await readFile(path)).toString('latin1')).not.toContain('SecretCam');
  });

  it('of a broken picture is refused', async () => {
    await expect(render(png(64, 64).subarray(0, 40))).rejects.toMatchObject({ code: 'not_readable', status: -2 });
  });
});
