import { expect, test } from 'vitest';
import { cuesOfWords } from './recognizer.ts';

test('recognized words become cues of readable length, one after the other, within their time', () => {
  const cues = cuesOfWords(`${'serve and volley '.repeat(12)}`, 1_000, 11_000);
  expect(cues.length).toBeGreaterThan(1);
  expect(cues[0]!.startMs).toBe(1_000);
  expect(cues.at(-1)!.endMs).toBe(11_000);
  for (const [at, cue] of cues.entries()) {
    expect(cue.text.length).toBeLessThanOrEqual(80);
    if (at > 0) expect(cue.startMs).toBe(cues[at - 1]!.endMs);
  }
  expect(cues.map(({ text }) => text).join(' ')).toBe('serve and volley '.repeat(12).trim());
  expect(cuesOfWords('  ', 0, 1_000)).toEqual([]);
  expect(cuesOfWords('word', 5, 5)).toEqual([]);
});
