import { expect, test } from 'vitest';
import { acceptedVideoUrl, edgeProblem, formatTime, marksOf, moveEdge, parseTime } from './edit-times.ts';

test('D-139 a time is written and read as mm:ss.s', () => {
  expect([0, 2_540, 59_960, 61_000, 3_723_400].map(formatTime)).toEqual([
    '00:00.0',
    '00:02.5',
    '01:00.0',
    '01:01.0',
    '62:03.4',
  ]);
  expect(['01:02.5', '1:02', '7', ' 07,5 ', '120:00.0'].map(parseTime)).toEqual([
    62_500, 62_000, 7_000, 7_500, 7_200_000,
  ]);
  expect(['', '1:75', 'ten', '1:2:3', '-1', '00:01.25'].map(parseTime)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

test('VID-003 five marks at 0, 25, 50, 75 and 100 % of the length', () => {
  expect(marksOf(8_000)).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
});

test('VID-002 an edge stops 3 seconds before the other one, and at the ends of the video', () => {
  const part = { startMs: 2_000, endMs: 6_000 };
  expect(moveEdge(part, 'start', 5_000, 8_000)).toEqual({ startMs: 3_000, endMs: 6_000 });
  expect(moveEdge(part, 'start', -50, 8_000)).toEqual({ startMs: 0, endMs: 6_000 });
  expect(moveEdge(part, 'end', 2_500, 8_000)).toEqual({ startMs: 2_000, endMs: 5_000 });
  expect(moveEdge(part, 'end', 9_000, 8_000)).toEqual({ startMs: 2_000, endMs: 8_000 });
  expect(edgeProblem(part, 'end', 4_999, 8_000)).toBe('Keep at least 3 seconds.');
  expect(edgeProblem(part, 'end', 9_000, 8_000)).toBe('The video is 00:08.0 long.');
  expect(edgeProblem(part, 'start', 3_000, 8_000)).toBeUndefined();
});

test('D-141 the address of the query is used only if it is of this video on the own host', () => {
  const [id, origin] = ['018f-1', 'https://app.example'];
  expect(acceptedVideoUrl(`/media/t.x/${id}/video.mp4`, id, origin)).toBe(`${origin}/media/t.x/${id}/video.mp4`);
  for (const refused of [
    undefined,
    `https://evil.example/media/t.x/${id}/video.mp4`,
    `//evil.example/media/t.x/${id}/video.mp4`,
    '/media/t.x/018f-2/video.mp4',
    `/pictures/t.x/${id}/video.mp4`,
    'javascript:alert(1)',
    `blob:${origin}/media/t/${id}/x`,
    'http://[',
  ])
    expect(acceptedVideoUrl(refused, id, origin), refused).toBeUndefined();
});
