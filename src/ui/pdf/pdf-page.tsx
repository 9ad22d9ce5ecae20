import { useEffect, useRef, useState } from 'react';
import { pdfText } from '#contract/text/watch-player.ts';
import type { FarPages } from './far-pages.ts';
import { pageText, renderPage, type PDFDocumentProxy } from './pdf-document.ts';

interface Props {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Height divided by width of page one; used until this page is loaded. */
  ratio: number;
  /** The pages of the same document that are out of sight. */
  far: FarPages;
}

/** One page, drawn while it is near the viewport, with its text for screen readers. */
export function PdfPage({ document, number, ratio, far }: Props) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNear(frame);
  const [words, setWords] = useState('');
  const [shape, setShape] = useState(ratio);

  useEffect(() => {
    if (!near) return;
    let isDrawn = far.recall(number);
    let cancelled = false;
    let cancel = () => {};
    const element = canvas.current!;
    const leave = () => {
      cancelled = true;
      cancel();
      // A page that is left while it is drawn is begun anew.
      if (isDrawn) far.leave(number, () => release(element));
      else release(element);
    };
    if (isDrawn) return leave;
    const draw = async () => {
      const page = await document.getPage(number);
      if (cancelled) return;
      const { width, height } = page.getViewport({ scale: 1 });
      setShape(height / width);
      const rendering = renderPage(page, element, frame.current!.clientWidth);
      cancel = rendering.cancel;
      await rendering.done;
      isDrawn = true;
      setWords(await pageText(page));
    };
    // A cancelled or broken page stays white and does not affect the others.
    draw().catch(() => {});
    return leave;
  }, [near, document, number, far]);

  return (
    <figure
      ref={frame}
      className="pdf__page"
      style={{ aspectRatio: 1 / shape }}
      aria-label={pdfText.page(number, document.numPages)}
    >
      <canvas ref={canvas} className="pdf__canvas" width={0} height={0} aria-hidden="true" />
      <p className="visually-hidden pdf__words">{words}</p>
    </figure>
  );
}

const release = (canvas: HTMLCanvasElement): void => {
  canvas.width = 0;
  canvas.height = 0;
};

function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)!.isIntersecting),
      // The pages scroll in an element of their own, whose edges only `scrollMargin` moves.
      { rootMargin: '600px', scrollMargin: '600px' } as IntersectionObserverInit,
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
