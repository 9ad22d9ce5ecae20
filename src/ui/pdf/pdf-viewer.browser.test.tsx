import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makePdf } from './pdf.fixtures.ts';
import { PdfViewer } from './pdf-viewer.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

const PAGES = 500;
/** Pages that may have pixels at once: those in sight or near, those that were kept, and page one below the viewer. */
const DRAWN_MAX = 20;

let root: Root;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const pages = () => [...document.querySelectorAll('.pdf__pages .pdf__page')];
const drawnPages = () => [...document.querySelectorAll('canvas')].filter(({ width }) => width > 0).length;

test('a document of 500 pages is read to its end, and only the pages near the eye have pixels', async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<PdfViewer source={{ blob: makePdf(PAGES) }} title="Season plan" />);
  await page.getByRole('button', { name: new RegExp(String(PAGES)) }).click();
  await expect.poll(() => pages().length).toBe(PAGES);
  for (const at of [...Array.from({ length: 15 }, (_, stop) => stop * 4), 250, PAGES - 1]) {
    pages()[at]!.scrollIntoView();
    await expect.poll(() => pages()[at]!.textContent).toBe(`Page ${at + 1} of ${PAGES}`);
    await expect.poll(() => pages()[at]!.querySelector('canvas')!.width).toBeGreaterThan(100);
    expect(drawnPages()).toBeLessThanOrEqual(DRAWN_MAX);
  }
  // Back at the start: it is drawn again.
  pages()[0]!.scrollIntoView();
  await expect.poll(() => pages()[0]!.querySelector('canvas')!.width).toBeGreaterThan(100);
});
