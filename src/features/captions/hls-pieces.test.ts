import { expect, test } from 'vitest';
import { lowestVariant, piecesOf } from './hls-pieces.ts';

test('of a master playlist the smallest rendition is read', () => {
  const master = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2800000,AVERAGE-BANDWIDTH=1\n720p.m3u8\n#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=400000\n240p.m3u8\n`;
  expect(lowestVariant(master)).toBe('240p.m3u8');
  expect(lowestVariant('#EXTM3U\n')).toBeUndefined();
});

test('the pieces of a playlist have their ranges and times, also where an offset is left out', () => {
  const playlist = `#EXTM3U\r\n#EXT-X-MAP:URI="a.mp4",BYTERANGE="800@0"\r\n#EXTINF:4.5,\r\n#EXT-X-BYTERANGE:1000@800\r\na.mp4\r\n#EXTINF:4.0,\r\n#EXT-X-BYTERANGE:500\r\na.mp4\r\n#EXT-X-ENDLIST\r\n`;
  expect(piecesOf(playlist)).toEqual({
    head: { uri: 'a.mp4', offset: 0, length: 800 },
    pieces: [
      { uri: 'a.mp4', offset: 800, length: 1000, startMs: 0 },
      { uri: 'a.mp4', offset: 1800, length: 500, startMs: 4_500 },
    ],
  });
});
