import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite resolves ?url to the file's address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

export interface PdfSource {
  url?: string | undefined;
  /** A file saved on this device. */
  blob?: Blob | undefined;
}

/** Largest image that is drawn, pixels: an image bomb (small file, huge bitmap) stays blank. */
const IMAGE_PIXELS_MAX = 40_000_000;
/** Largest canvas of a page, pixels; iPhones refuse more. */
const CANVAS_PIXELS_MAX = 12_000_000;

/** Fonts, character maps and decoders that pdf.js asks for by name, each a file of the build. */
class PackagedData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const { pdfDataUrl } = await import('./pdf-data-urls.ts');
    const url = pdfDataUrl(kind, filename);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/**
 * Opens a PDF in pdf.js's worker, which is a file of the build. This version of pdf.js contains no
 * `eval`; scripts, forms and annotations of the document are never run or drawn.
 *
 * @throws when it is no PDF, is locked, or cannot be fetched.
 */
export async function openPdf({ url, blob }: PdfSource): Promise<PDFDocumentProxy> {
  const pdf = await import('pdfjs-dist');
  pdf.GlobalWorkerOptions.workerSrc = workerUrl;
  const task = pdf.getDocument({
    ...(blob ? { data: new Uint8Array(await blob.arrayBuffer()) } : { url: url ?? '' }),
    BinaryDataFactory: PackagedData,
    useWorkerFetch: false,
    // Only page one is shown until the person opens all pages.
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: IMAGE_PIXELS_MAX,
    enableXfa: false,
  });
  return task.promise;
}

export interface Rendering {
  /** Resolves when drawn; rejects when cancelled. */
  done: Promise<void>;
  cancel: () => void;
}

/** Draws a page as wide as `cssWidth` px, sharp on this screen. */
export function renderPage(page: PDFPageProxy, canvas: HTMLCanvasElement, cssWidth: number): Rendering {
  const natural = page.getViewport({ scale: 1 });
  const wanted = (cssWidth / natural.width) * devicePixelRatio;
  const maxScale = Math.sqrt(CANVAS_PIXELS_MAX / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, maxScale) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport, annotationMode: 0 });
  return { done: task.promise, cancel: () => task.cancel() };
}

/** The words of a page, for screen readers. */
export async function pageText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    .join(' ')
    .trim();
}
