import { createCanvas, loadImage } from '@napi-rs/canvas';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMedia } from './index.ts';
import { ENCRYPTED, makePdf } from './pdf.fixtures.ts';

let base: string;
let outputs = 0;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'pdf-test-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

describe.each(['namespaces', 'limits'] as const)('a PDF (%s)', async (want) => {
  const media = await createMedia({ jail: want, nice: 0 });

  const render = async (bytes: Buffer | string, limits = {}) => {
    outputs += 1;
    const outDir = join(base, `out-${outputs}`);
    await mkdir(outDir);
    const input = join(base, `in-${outputs}.pdf`);
    await writeFile(input, bytes);
    return { outDir, ...(await media.renderPdf({ input, outDir, limits })) };
  };
  const pixel = async (path: string, x: number, y: number) => {
    const image = await loadImage(await readFile(path));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
  };

  it('D-112 D-121 has its pages counted and the first one drawn, on white, 1372 wide', async () => {
    const made = await render(
      makePdf([{ content: '1 0 0 rg 0 0 100 100 re f BT /F1 24 Tf 0 g 110 40 Td (Tactics) Tj ET' }, {}, {}]),
    );
    expect(made.pagesCount).toBe(3);
    expect(made.files).toMatchObject([
      { name: 'poster.jpg', role: 'poster', contentType: 'image/jpeg', widthPx: 1372, heightPx: 686 },
      { name: 'poster-small.jpg', role: 'poster-small', widthPx: 480, heightPx: 240 },
    ]);
    const large = join(made.outDir, 'poster.jpg');
    expect((await pixel(large, 300, 300))[0]).toBeGreaterThan(200);
    expect((await pixel(large, 300, 300))[1]).toBeLessThan(60);
    expect(Math.min(...(await pixel(large, 1300, 50)))).toBeGreaterThan(240);
    expect((await loadImage(await readFile(join(made.outDir, 'poster-small.jpg')))).width).toBe(480);
  });

  it('with a password is reported as encrypted', async () => {
    await expect(render(makePdf([{}], { trailer: ENCRYPTED }))).rejects.toMatchObject({
      code: 'encrypted_pdf',
      status: -2,
    });
  });

  it.each([
    ['only its first line', '%PDF-1.7\n'],
    ['noise behind its first line', `%PDF-1.7\n${'noise '.repeat(500)}`],
    ['no pages', makePdf([])],
    ['half of itself', makePdf([{ content: 'x'.repeat(5000) }]).subarray(0, 150)],
  ])('with %s is not readable', async (_, bytes) => {
    await expect(render(bytes)).rejects.toMatchObject({ code: 'not_readable', status: -2 });
  });

  it('that is another file has the wrong type', async () => {
    await expect(render('<html>%PDF-1.7')).rejects.toMatchObject({ code: 'wrong_type' });
  });

  it('of extreme page sizes becomes a small picture', async () => {
    for (const [widthPt, heightPt] of [
      [1, 100_000],
      [14_400, 14_400],
      [5_000_000, 10],
    ] as const) {
      const { files } = await render(makePdf([{ widthPt, heightPt }]));
      expect(files[0]!.widthPx).toBeLessThanOrEqual(1372);
      expect(files[0]!.heightPx).toBeLessThanOrEqual(4096);
    }
  });

  it('whose font contains JavaScript does not run it', async () => {
    // CVE-2024-4367: text in a font matrix was evaluated.
    const made = await render(
      makePdf([{ content: 'BT /F1 24 Tf 10 40 Td (x) Tj ET' }], {
        font: "/Type /Font /Subtype /Type1 /BaseFont /Evil /FontMatrix [0.1 0 0 0.1 0 (1\\); require\\('node:fs'\\).writeFileSync\\('pwned', ''\\)//)] /FirstChar 120 /LastChar 120 /Widths [500]",
      }),
    );
    expect(await readdir(made.outDir)).toEqual(['poster-small.jpg', 'poster.jpg']);
  });

  it('that takes too long is ended', async () => {
    const content = '0 0 m 200 100 l S\n'.repeat(400_000);
    await expect(render(makePdf([{ content }]), { wallMs: 300 })).rejects.toMatchObject({
      code: 'timed_out',
      status: -4,
    });
  });
});
