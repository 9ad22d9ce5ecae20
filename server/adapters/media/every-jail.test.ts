import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { JAIL_MODES } from '#server/config-settings.ts';
import { createMedia } from './index.ts';
import { decode, H264, mediaFolder, picture, tone } from './media.fixtures.ts';
import { makePdf } from './pdf.fixtures.ts';

const folder = await mediaFolder();
const all = await Promise.all(
  JAIL_MODES.map(async (mode) => ({ mode, media: await createMedia({ jail: mode, nice: 0 }) })),
);
const usable = all.filter(({ media }) => media.jailMode !== 'none');
afterAll(async () => {
  for (const { media } of all) media.close();
  await folder.remove();
});

// The media folder is closed to other users, as a server's data are.
describe.each(usable)('in the jail $mode, whose system calls are filtered where they can be', ({ media }) => {
  it('a video is encoded', async () => {
    const input = await folder.make('one.mp4', [...picture('640x360', 1), ...tone(1), ...H264]);
    const outDir = await folder.out();
    expect(await media.encodeVideo({ input, outDir })).toMatchObject({ kind: 'video', widthPx: 640, heightPx: 360 });
    expect(decode(join(outDir, 'master.m3u8')).frames).toBe(25);
    expect(decode(join(outDir, 'video.mp4'))).toMatchObject({ frames: 25, audioCodec: 'aac' });
  });

  it('a PDF is drawn', async () => {
    const input = await folder.write('two.pdf', makePdf([{}, {}]));
    const outDir = await folder.out();
    expect((await media.renderPdf({ input, outDir })).pagesCount).toBe(2);
    expect((await readFile(join(outDir, 'poster.jpg'))).length).toBeGreaterThan(1000);
  });

  it('a picture is made again', async () => {
    const input = await folder.make('three.png', [...picture('640x360', 1), '-frames:v', '1', '-update', '1']);
    const outDir = await folder.out();
    expect(await media.makeRendition({ input, outDir, name: 'a.jpg', maxWidthPx: 320 })).toMatchObject({
      widthPx: 320,
      heightPx: 180,
    });
  });
});
