import { cropPicture, type CroppedPicture } from '#ui/crop/crop-picture.ts';
import { sportArt } from '#ui/pictures/sport-art.ts';

/** Size of a cover, px. Source: PUB-026, D-124. */
export const COVER = { width: 1372, height: 848 };

/** Where the drawing is cut, and how much of its width is shown. The first shows all of it. */
const CUTS = [
  { left: 0, top: 0, share: 1 },
  { left: 0.08, top: 0.14, share: 0.57 },
  { left: 0.4, top: 0.36, share: 0.55 },
  { left: 0.2, top: 0.44, share: 0.53 },
] as const;

export const DEFAULT_COVERS = CUTS.length;

/** Twice a cover's size: half of the drawing still has enough pixels. */
const DRAWING = { width: COVER.width * 2, height: COVER.height * 2 };

/**
 * One of the default covers, as a picture that can be sent.
 *
 * @param sport The channel's sport; without one the touchline is drawn.
 * @param index From 0, below `DEFAULT_COVERS`.
 * @throws TypeError if the drawing cannot be read.
 */
export const drawDefaultCover = async (sport: string | undefined, index: number): Promise<CroppedPicture> => {
  const { left, top, share } = CUTS[index]!;
  const response = await fetch(sportArt(sport));
  if (!response.ok) throw new TypeError(`the drawing answered ${response.status}`);
  // A canvas needs a drawing with a size of its own.
  const sized = (await response.text()).replace('<svg ', `<svg width="${DRAWING.width}" height="${DRAWING.height}" `);
  const url = URL.createObjectURL(new Blob([sized], { type: 'image/svg+xml' }));
  try {
    const area = {
      x: DRAWING.width * left,
      y: DRAWING.height * top,
      width: DRAWING.width * share,
      height: DRAWING.height * share,
    };
    return await cropPicture(url, area, COVER.width, COVER.width);
  } finally {
    URL.revokeObjectURL(url);
  }
};
