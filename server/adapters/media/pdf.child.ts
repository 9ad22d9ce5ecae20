/**
 * Runs in the jail, in its own process: draws the first page of a PDF and prints the result as one JSON line. Must not
 * import other files of the server: in the jail only this file and the two packages are visible.
 *
 *   node pdf.child.ts <folder of pdfjs-dist> <pdf> <large jpg> <small jpg> <most pages>
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';

const WIDTH_MAX_PX = 1372;
const SMALL_WIDTH_MAX_PX = 480;
/** Limits the picture of a very high page. */
const HEIGHT_MAX_PX = 4096;
/** Larger pictures in the PDF are skipped, pixels. */
const IMAGE_PIXELS_MAX = 40_000_000;
const JPEG_QUALITY = 82;

const [library = '', input = '', large = '', small = '', mostPages = ''] = process.argv.slice(2);
const answer = (result: object) => process.stdout.write(`${JSON.stringify(result)}\n`);

async function render(): Promise<void> {
  const document = await getDocument({
    data: new Uint8Array(await readFile(input)),
    cMapUrl: `${library}/cmaps/`,
    standardFontDataUrl: `${library}/standard_fonts/`,
    wasmUrl: `${library}/wasm/`,
    iccUrl: `${library}/iccs/`,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: 0,
  }).promise;
  if (document.numPages > Number(mostPages))
    return void answer({ failed: 'too_many_pages', message: `${document.numPages} pages` });
  const page = await document.getPage(1);
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(WIDTH_MAX_PX / natural.width, HEIGHT_MAX_PX / natural.height);
  if (!Number.isFinite(scale) || scale <= 0) throw new Error('The first page has no size.');
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  await writeFile(large, canvas.toBuffer('image/jpeg', JPEG_QUALITY));

  const ratio = Math.min(1, SMALL_WIDTH_MAX_PX / canvas.width);
  const tile = createCanvas(
    Math.max(1, Math.round(canvas.width * ratio)),
    Math.max(1, Math.round(canvas.height * ratio)),
  );
  tile.getContext('2d').drawImage(canvas, 0, 0, tile.width, tile.height);
  await writeFile(small, tile.toBuffer('image/jpeg', JPEG_QUALITY));
  answer({
    pagesCount: document.numPages,
    large: { widthPx: canvas.width, heightPx: canvas.height },
    small: { widthPx: tile.width, heightPx: tile.height },
  });
}

render()
  .catch((error: unknown) => {
    answer({
      failed: error instanceof PasswordException ? 'encrypted' : 'broken',
      message: String(error).slice(0, 300),
    });
  })
  .finally(() => process.exit());
