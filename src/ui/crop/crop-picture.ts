import { dominantColour, outputSize, wholeArea, type Area, type Box } from './crop-maths.ts';

export interface CroppedPicture {
  /** JPEG of the chosen area, at most `maxWidth` px wide. */
  croppedBlob: Blob;
  /** JPEG of the whole picture, without camera metadata (location, device). */
  originalBlob: Blob;
  /** `#rrggbb`. */
  dominantColour: string;
}

const JPEG_QUALITY = 0.86;
/** Largest picture, pixels: it is decoded whole, and a larger one may exhaust a phone's memory. */
const PIXELS_MAX = 80_000_000;
/** Magic numbers; the file's name and type are not trusted. */
const JPEG_START = [0xff, 0xd8, 0xff];
const PNG_START = [0x89, 0x50, 0x4e, 0x47];

/** Whether the file starts with the magic number of JPG or PNG. */
export async function isJpegOrPng(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [JPEG_START, PNG_START].some((signature) => signature.every((byte, index) => start[index] === byte));
}

/**
 * Size of the picture, px.
 *
 * @throws when it cannot be decoded or has too many pixels.
 */
export async function pictureSize(url: string): Promise<Box> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height > PIXELS_MAX) throw new Error('too many pixels');
  return { width, height };
}

/**
 * Draws the chosen part and the whole as JPEG.
 *
 * @param maxWidth Widest result of the part, px.
 * @param originalMaxWidth Widest result of the whole, px.
 */
export async function cropPicture(
  url: string,
  chosen: Area,
  maxWidth: number,
  originalMaxWidth: number,
): Promise<CroppedPicture> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const whole = { width: image.naturalWidth, height: image.naturalHeight };
  const area = wholeArea(chosen, whole);
  const cropped = draw(image, area, outputSize(area, maxWidth));
  const original = draw(image, { x: 0, y: 0, ...whole }, outputSize(whole, originalMaxWidth));
  return {
    croppedBlob: await jpegOf(cropped),
    originalBlob: await jpegOf(original),
    dominantColour: colourOf(cropped),
  };
}

function draw(image: CanvasImageSource, area: Area, size: Box): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency: transparent pixels become white instead of black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  return canvas;
}

function colourOf(canvas: HTMLCanvasElement): string {
  const size = outputSize(canvas, 48);
  const small = draw(canvas, { x: 0, y: 0, width: canvas.width, height: canvas.height }, size);
  return dominantColour(small.getContext('2d')!.getImageData(0, 0, size.width, size.height).data);
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))),
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
