import { describe, expect, test } from 'vitest';
import { centredArea, dominantColour, isLargeEnough, maxZoom, outputSize, wholeArea } from './crop-maths.ts';

const COVER = { width: 1372, height: 392 };

describe('crop size', () => {
  test('a picture one pixel too low is not large enough', () => {
    expect(isLargeEnough({ width: 1372, height: 391 }, COVER)).toBe(false);
    expect(isLargeEnough(COVER, COVER)).toBe(true);
  });
  test('a wide crop of an upright picture takes its full width', () => {
    expect(centredArea({ width: 1400, height: 2100 }, 2)).toEqual({ x: 0, y: 700, width: 1400, height: 700 });
  });
  test('zoom is limited so that the crop keeps the least size', () => {
    expect(maxZoom({ width: 2744, height: 784 }, 1372 / 392, COVER)).toBeCloseTo(2);
    expect(maxZoom(COVER, 1372 / 392, COVER)).toBe(1);
  });
  test('a picture below the least size cannot be zoomed, and none beyond 4', () => {
    expect(maxZoom({ width: 400, height: 400 }, 1, { width: 1372, height: 848 })).toBe(1);
    expect(maxZoom({ width: 9000, height: 9000 }, 1, { width: 320, height: 320 })).toBe(4);
  });
});

describe('drawing', () => {
  test('a chosen area that rounding moved outside is clamped to the picture', () => {
    const area = wholeArea({ x: 0.6, y: -0.4, width: 1000.4, height: 500.5 }, { width: 1000, height: 500 });
    expect(area).toEqual({ x: 0, y: 0, width: 1000, height: 500 });
  });
  test('the result is never wider than the limit and never enlarged', () => {
    expect(outputSize({ width: 4000, height: 2000 }, 1372)).toEqual({ width: 1372, height: 686 });
    expect(outputSize({ width: 800, height: 400 }, 1372)).toEqual({ width: 800, height: 400 });
  });
});

describe('dominant colour', () => {
  const pixels = (...colours: [number, number, number, number][]) => colours.flat();
  test('D-132 the colour of most pixels wins', () => {
    expect(dominantColour(pixels([16, 96, 60, 255], [18, 98, 62, 255], [255, 255, 255, 255]))).toBe('#11613d');
  });
  test('transparent pixels are ignored', () => {
    expect(dominantColour(pixels([255, 0, 0, 0], [255, 0, 0, 0], [0, 0, 255, 255]))).toBe('#0000ff');
  });
  test('a fully transparent picture gives black', () => {
    expect(dominantColour(pixels([1, 2, 3, 0]))).toBe('#000000');
  });
});
