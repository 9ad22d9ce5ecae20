import { useEffect, useRef, useState } from 'react';
import { pdfText } from '#contract/text/watch-player.ts';
import { pageText, renderPage, type PDFDocumentProxy } from './pdf-document.ts';

interface Props {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Height divided by width of page one; used until this page is loaded. */
  ratio: number;
}

/** One page, drawn when it is near the viewport, with its text for screen readers. */
export function PdfPage({ document, number, ratio }: Props) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useNear(frame);
  const [words, setWords] = useState('');
  const [shape, setShape] = useState(ratio);

  useEffect(() => {
    if (!near) return;
    let cancelled = false;
    let cancel = () => {};
    const draw = async () => {
      const page = await document.getPage(number);
      if (cancelled) return;
      const { width, height } = page.getViewport({ scale: 1 });
      setShape(height / width);
      const rendering = renderPage(page, canvas.current!, frame.current!.clientWidth);
      cancel = rendering.cancel;
      await rendering.done;
      setWords(await pageText(page));
    };
    // A cancelled or broken page stays white and does not affect the others.
    draw().catch(() => {});
    return () => {
      cancelled = true;
      cancel();
    };
  }, [near, document, number]);

  return (
    <figure
      ref={frame}
      className="pdf__page"
      style={{ aspectRatio: 1 / shape }}
      aria-label={pdfText.page(number, document.numPages)}
    >
      <canvas ref={canvas} className="pdf__canvas" aria-hidden="true" />
      <p className="visually-hidden pdf__words">{words}</p>
    </figure>
  );
}

function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '600px' },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
