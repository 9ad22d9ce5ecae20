import { createCanvas, loadImage } from '@napi-rs/canvas';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDF_PAGES_MAX } from '#contract/limits.ts';
import { createMedia } from './index.ts';
import { makeEncryptedPdf, makePdf } from './pdf.fixtures.ts';

const media = await createMedia({ nice: 0 });
let base: string;
let outputs = 0;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'odd-pdfs-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

const render = async (bytes: Buffer) => {
  outputs += 1;
  const outDir = join(base, `out-${outputs}`);
  const input = join(base, `in-${outputs}.pdf`);
  await mkdir(outDir);
  await writeFile(input, bytes);
  return { outDir, ...(await media.renderPdf({ input, outDir })) };
};
/** Whether the first page is red at a part of its width and height. */
const isRed = async (outDir: string, across: number, down: number): Promise<boolean> => {
  const image = await loadImage(await readFile(join(outDir, 'poster.jpg')));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const [red, green] = context.getImageData(image.width * across, image.height * down, 1, 1).data;
  return red! > 200 && green! < 60;
};
const manyPages = (count: number) => makePdf(Array.from({ length: count }, () => ({})));
/** Red in the lower left corner of a page of 200 × 100 points. */
const CORNER = { content: '1 0 0 rg 0 0 60 40 re f' };

describe('an odd PDF', () => {
  it('of 500 pages has them counted', async () => {
    expect((await render(manyPages(500))).pagesCount).toBe(500);
  });

  it('of too many pages is refused, the largest number is not', async () => {
    expect((await render(manyPages(PDF_PAGES_MAX))).pagesCount).toBe(PDF_PAGES_MAX);
    await expect(render(manyPages(PDF_PAGES_MAX + 1))).rejects.toMatchObject({ code: 'too_many_pages', status: -2 });
  });

  it('whose first page is turned is drawn turned', async () => {
    const { outDir, files } = await render(makePdf([{ ...CORNER, rotate: 90 }]));
    expect(files[0]).toMatchObject({ widthPx: 1372, heightPx: 2744 });
    // Turned clockwise the lower left corner is the upper left one.
    expect(await isRed(outDir, 0.1, 0.1)).toBe(true);
    expect(await isRed(outDir, 0.1, 0.9)).toBe(false);
  });

  it('that needs a password is refused; one that only restricts its use is drawn', async () => {
    await expect(render(makeEncryptedPdf([CORNER], 'secret'))).rejects.toMatchObject({ code: 'encrypted_pdf' });
    const { outDir, pagesCount } = await render(makeEncryptedPdf([CORNER, {}], ''));
    expect(pagesCount).toBe(2);
    expect(await isRed(outDir, 0.1, 0.9)).toBe(true);
  });

  it('whose table of contents is in the wrong place is repaired', async () => {
    const text = makePdf([CORNER, {}, {}]).toString('latin1');
    const { outDir, pagesCount } = await render(Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'));
    expect(pagesCount).toBe(3);
    expect(await isRed(outDir, 0.1, 0.9)).toBe(true);
  });
});
