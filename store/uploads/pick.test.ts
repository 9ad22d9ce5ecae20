import { describe, expect, it } from 'vitest';
import { checkPicked, exceedsRoom, type PickRules } from './pick.ts';

const rules = (more: Partial<PickRules> = {}): PickRules => ({
  limits: { media: { value: 500, unit: 'MB' }, text: { value: 1, unit: 'KB' } },
  ...more,
});
const MEDIA = new Uint8Array([0, 0, 0, 32, 102, 116, 121, 112, 105, 115, 111, 109]);
const file = (name: string, content: BlobPart = MEDIA): File => new File([content], name);
const messages = async (files: File[], more: Partial<PickRules> = {}) => {
  const { accepted, problems } = await checkPicked(files, rules(more));
  return [accepted.map((each) => each.file.name), problems.map((each) => each.message)];
};

describe('picking files', () => {
  it('UPL-027 UPL-028 accepts none of more than five', async () => {
    const files = Array.from({ length: 6 }, (_, n) => file(`${n}.mp4`));
    expect(await messages(files)).toEqual([[], ['You are only able to upload 5 files at a time.']]);
    expect((await messages(files.slice(1)))[0]).toHaveLength(5);
  });

  it('UPL-029 files exceed the free storage together', () => {
    const files = ['a.mp4', 'b.mp4'].map((name) => ({ file: file(name) }));
    expect([exceedsRoom(files, 23), exceedsRoom(files, 24), exceedsRoom(files, Infinity)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['webm', 'avi', 'mov', 'mp4', 'mpg', 'mpeg', 'MOV', 'aac', 'mp3', 'wav', 'ogg', 'm4a'])(
    'UPL-030 UPL-031 accepts .%s',
    async (extension) => {
      expect(await messages([file(`clip.${extension}`)])).toEqual([[`clip.${extension}`], []]);
    },
  );

  it('UPL-032 UPL-033 skips a file of another kind and reports its name', async () => {
    expect(await messages([file('notes.txt'), file('a.mp4')])).toEqual([
      ['a.mp4'],
      ["File 'notes.txt' is not a video"],
    ]);
    expect(await messages([file('a.mp3')], { only: 'text' })).toEqual([[], ["File 'a.mp3' is not a text"]]);
    expect((await messages([file('plan.pdf', '%PDF-1.7\n')]))[0]).toEqual(['plan.pdf']);
  });

  it.each([
    ['a playlist', '#EXTM3U\n/etc/passwd\n'],
    ['a page', '<html><script>'],
    ['nothing', ''],
    ['a PDF', '%PDF-1.7\n\u0000'],
    ['other letters', 'Übung für Schüler'],
  ])('%s named .mp4 is not a video', async (_, content) => {
    expect(await messages([file('x.mp4', content)])).toEqual([[], ["File 'x.mp4' is not a video"]]);
  });

  it('UPL-034 UPL-036 UPL-037 skips the first oversize file and all after it', async () => {
    const big = file('big.pdf', `%PDF-${'x'.repeat(1_001)}`);
    expect(await messages([file('a.mp4'), big, file('b.mp4')])).toEqual([
      ['a.mp4'],
      ["The 'big.pdf' file is to large. The maximum file size can't exceed 1KB."],
    ]);
  });

  it('UPL-039 predicts the stored name if a name is taken, also within one selection', async () => {
    const { accepted } = await checkPicked(
      [file('Clip.mp4'), file('clip.mp4'), file('new.mp4')],
      rules({ names: ['clip.mp4', 'clip (1).mp4'] }),
    );
    expect(accepted.map((each) => each.copyName)).toEqual(['Clip (2).mp4', 'clip (3).mp4', null]);
  });
});
