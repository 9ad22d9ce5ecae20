import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { CUES_MAX, CUE_TEXT_MAX, POSITION_MAX_MS, cutChapters, cutCues, sortCues, type Cue } from './captions-cues.ts';
import { cleanCueText, decodeCaptions, parseCaptions, toSrt, toVtt } from './captions-file.ts';

const cue = (text: fc.Arbitrary<string>): fc.Arbitrary<Cue> =>
  fc
    .tuple(fc.nat(POSITION_MAX_MS - 2), fc.nat(60_000), text.map(cleanCueText))
    .filter(([, , said]) => said !== '')
    .map(([startMs, lengthMs, said]) => ({
      startMs,
      endMs: Math.min(POSITION_MAX_MS, startMs + lengthMs + 1),
      text: said,
    }));
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('a < b & c > d', '-->', '<i>x</i>', '&lt;', '1\n2', '{\\an8}up', 'né\u0301', '12'),
);

test('what is written as WebVTT is read again as it was, whatever the words are', () => {
  fc.assert(
    fc.property(fc.array(cue(anyText), { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (cues, newline) => {
      const sorted = sortCues(cues);
      const file = `\uFEFF${toVtt(sorted).replaceAll('\n', newline)}`;
      expect(parseCaptions(file)).toEqual({ cues: sorted, skipped: 0 });
      expect(parseCaptions(decodeCaptions(new TextEncoder().encode(file)))).toEqual({ cues: sorted, skipped: 0 });
    }),
    runs,
  );
});

test('what is written as SRT is read again as it was, except words that look like formatting', () => {
  const words = anyText.map((text) => text.replace(/[<>{}]/g, ''));
  fc.assert(
    fc.property(fc.array(cue(words), { maxLength: 30 }), (cues) => {
      const sorted = sortCues(cues);
      expect(parseCaptions(toSrt(sorted))).toEqual({ cues: sorted, skipped: 0 });
    }),
    runs,
  );
});

test('any text at all is read without an error into cues that can be saved', () => {
  const piece = fc.oneof(
    anyText,
    fc.constantFrom(
      '\n',
      '\r',
      '\n\n',
      'WEBVTT\n\n',
      'NOTE x\n',
      'STYLE\n::cue{}\n\n',
      '00:00:01.000 --> 00:00:02.000\n',
    ),
    fc.constantFrom('99:99:99,999 --> 00:00:01,000\n', '00:02 --> 00:01\n', '0:00:01,5 --> 0:00:03,25 X1:4\n', '\0'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { cues, skipped } = parseCaptions(pieces.join(''));
      expect(skipped).toBeGreaterThanOrEqual(0);
      expect(cues).toEqual(sortCues(cues));
      for (const { startMs, endMs, text } of cues) {
        expect(startMs).toBeGreaterThanOrEqual(0);
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs).toBeLessThanOrEqual(POSITION_MAX_MS);
        expect(text).toBe(cleanCueText(text));
        expect(text.isWellFormed() && text !== '' && text.length <= CUE_TEXT_MAX).toBe(true);
      }
    }),
    runs,
  );
});

test('real files: voices, tags, settings, notes, cues that run together, bad times', () => {
  const vtt = `WEBVTT - Match\n\nNOTE made by hand\n\nintro\n00:01.000 --> 00:02.500 align:start\n<v Ana>Serve &amp; <b>volley</b>\n\nSTYLE\n::cue { color: red }\n\n00:00:03.000 --> 00:00:02.000\nbackwards\n\n00:61.000 --> 00:62.000\nno such minute`;
  expect(parseCaptions(vtt)).toEqual({
    cues: [{ startMs: 1_000, endMs: 2_500, text: 'Ana: Serve & volley' }],
    skipped: 2,
  });
  const srt = `1\r\n00:00:01,000 --> 00:00:02,000\r\n<font color="red">One</font>\r\n2\r\n00:00:02,000 --> 00:00:03,5\r\n{\\an8}Two\r\nlines &amp;\r\n`;
  expect(parseCaptions(srt).cues).toEqual([
    { startMs: 1_000, endMs: 2_000, text: 'One' },
    { startMs: 2_000, endMs: 3_500, text: 'Two\nlines &amp;' },
  ]);
});

test('files in UTF-16 and in an older encoding are read', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\nTor für Köln';
  const utf16 = new Uint8Array(2 + text.length * 2);
  utf16.set([0xff, 0xfe]);
  for (const [at, sign] of Array.from(text).entries()) utf16.set([sign.charCodeAt(0), 0], 2 + at * 2);
  const latin = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  for (const bytes of [utf16, latin]) expect(parseCaptions(decodeCaptions(bytes)).cues[0]?.text).toBe('Tor für Köln');
});

test('a huge file gives no more cues than are kept', () => {
  const file = toSrt(
    Array.from({ length: CUES_MAX + 500 }, (_, at) => ({ startMs: at * 10, endMs: at * 10 + 5, text: 'x' })),
  );
  const read = parseCaptions(file);
  expect([read.cues.length, read.skipped]).toEqual([CUES_MAX, 500]);
  expect(parseCaptions('<'.repeat(500_000)).cues).toEqual([]);
  expect(parseCaptions(`00:00:01,000 --> 00:00:02,000\n${'<a'.repeat(200_000)}`).cues).toHaveLength(1);
});

test('a part keeps its cues and chapters at their times in it', () => {
  const cues = [
    { startMs: 0, endMs: 1_000, text: 'before' },
    { startMs: 1_500, endMs: 2_500, text: 'over the start' },
    { startMs: 3_000, endMs: 9_000, text: 'over the end' },
    { startMs: 5_000, endMs: 6_000, text: 'after' },
  ];
  expect(cutCues(cues, 2_000, 5_000)).toEqual([
    { startMs: 0, endMs: 500, text: 'over the start' },
    { startMs: 1_000, endMs: 3_000, text: 'over the end' },
  ]);
  const chapters = [
    { startMs: 0, title: 'One' },
    { startMs: 1_000, title: 'Two' },
    { startMs: 4_000, title: 'Three' },
    { startMs: 6_000, title: 'Four' },
  ];
  expect(cutChapters(chapters, 2_000, 5_000)).toEqual([
    { startMs: 0, title: 'Two' },
    { startMs: 2_000, title: 'Three' },
  ]);
  expect(cutChapters([{ startMs: 3_000, title: 'Late' }], 0, 5_000)).toEqual([{ startMs: 3_000, title: 'Late' }]);
});
