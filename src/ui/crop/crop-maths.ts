export interface Box {
  width: number;
  height: number;
}

export interface Area extends Box {
  x: number;
  y: number;
}

/** Whether a picture has at least the pixels that the crop needs. */
export const isLargeEnough = (picture: Box, least: Box): boolean =>
  picture.width >= least.width && picture.height >= least.height;

/** The largest area of this ratio (width divided by height) in the middle of a picture, px. */
export function centredArea(picture: Box, ratio: number): Area {
  const width = Math.min(picture.width, picture.height * ratio);
  const height = width / ratio;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}

/**
 * Largest zoom at which the cropped part still has the least size.
 * 1 means no zoom; never more than `most`.
 */
export function maxZoom(picture: Box, ratio: number, least: Box, most = 4): number {
  const whole = centredArea(picture, ratio);
  const zoom = Math.min(whole.width / least.width, whole.height / least.height);
  return Math.min(Math.max(1, zoom), most);
}

/** The chosen area rounded to whole pixels and clamped to the picture. */
export function wholeArea(area: Area, picture: Box): Area {
  const width = Math.min(Math.max(1, Math.round(area.width)), picture.width);
  const height = Math.min(Math.max(1, Math.round(area.height)), picture.height);
  return {
    width,
    height,
    x: Math.min(Math.max(0, Math.round(area.x)), picture.width - width),
    y: Math.min(Math.max(0, Math.round(area.y)), picture.height - height),
  };
}

/** Size to draw at: never wider than `maxWidth`, never enlarged, same ratio. */
export function outputSize(area: Box, maxWidth: number): Box {
  const scale = Math.min(1, maxWidth / area.width);
  return { width: Math.round(area.width * scale), height: Math.max(1, Math.round(area.height * scale)) };
}

/**
 * The most frequent colour of a picture, as `#rrggbb`: the mean of the fullest of 512 colour bins. Source: D-132.
 *
 * @param rgba Four bytes per pixel, as `ImageData.data`.
 */
export function dominantColour(rgba: ArrayLike<number>): string {
  const bins = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let offset = 0; offset + 3 < rgba.length; offset += 4) {
    if (rgba[offset + 3]! < 128) continue;
    const [red, green, blue] = [rgba[offset]!, rgba[offset + 1]!, rgba[offset + 2]!];
    const key = (red >> 5) * 64 + (green >> 5) * 8 + (blue >> 5);
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    bins.set(key, { count: bin.count + 1, red: bin.red + red, green: bin.green + green, blue: bin.blue + blue });
  }
  const [fullest] = [...bins.values()].sort((a, b) => b.count - a.count);
  if (!fullest) return '#000000';
  const hex = (sum: number) =>
    Math.round(sum / fullest.count)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(fullest.red)}${hex(fullest.green)}${hex(fullest.blue)}`;
}
