import { expect, it } from 'vitest';
import { joinSegments } from './hls-segments.ts';

/** @param segments Seconds and bytes of each, one after the other in the file. */
const playlist = (target: number, segments: (readonly [seconds: string, bytes: number])[]): string => {
  let from = 800;
  const lines = segments.map(([seconds, bytes]) => {
    const line = `#EXTINF:${seconds},\n#EXT-X-BYTERANGE:${bytes}@${from}\n480p.mp4\n`;
    from += bytes;
    return line;
  });
  const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${target}\n#EXT-X-MAP:URI="480p.mp4",BYTERANGE="800@0"\n`;
  return `${head}${lines.join('')}#EXT-X-ENDLIST\n`;
};

it('D-328 the first four seconds stay short, what follows has four seconds', () => {
  const cut = playlist(2, [
    ['1.033333', 10],
    ['0.966667', 20],
    ['2.000000', 30],
    ['2.033333', 40],
    ['1.966667', 50],
    ['2.000000', 60],
    ['0.500000', 70],
  ]);
  expect(joinSegments(cut)).toBe(
    playlist(4, [
      ['1.033333', 10],
      ['0.966667', 20],
      ['2.000000', 30],
      ['4.000000', 90],
      ['2.500000', 130],
    ]),
  );
});

it('a key frame just before or after its time begins the segment of that time', () => {
  const cut = playlist(2, [
    ['4.000000', 10],
    ['1.999000', 20],
    ['1.990000', 30],
    ['2.000000', 40],
  ]);
  expect(joinSegments(cut)).toBe(
    playlist(4, [
      ['4.000000', 10],
      ['3.989000', 50],
      ['2.000000', 40],
    ]),
  );
});

it('the last frame of a sound is no segment of its own', () => {
  const cut = playlist(2, [
    ['1.002667', 10],
    ['1.002667', 20],
    ['0.042667', 30],
  ]);
  expect(joinSegments(cut)).toBe(
    playlist(2, [
      ['1.002667', 10],
      ['1.045334', 50],
    ]),
  );
});

it('segments that are longer stay as they are; a short or empty playlist too', () => {
  for (const segments of [[['16.500000', 10] as const, ['16.000000', 20] as const], [['0.200000', 9] as const], []])
    expect(joinSegments(playlist(17, segments))).toBe(
      playlist(segments.length === 0 ? 17 : Math.ceil(Number(segments[0]![0])), segments),
    );
});
