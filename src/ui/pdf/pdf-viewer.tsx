import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import MaximizeIcon from 'lucide-react/icons/maximize';
import { commonText } from '#contract/text/common.ts';
import { pdfText } from '#contract/text/watch-player.ts';
import { FarPages } from './far-pages.ts';
import { BackIcon } from '../icons.ts';
import { Button } from '../buttons/button.tsx';
import { LazyFullScreenViewer } from '../overlays/lazy-overlays.tsx';
import { withoutToken } from '../player/media-address.ts';
import { openPdf, type PDFDocumentProxy, type PdfSource } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';
import './pdf-viewer.css';

export type { PdfSource } from './pdf-document.ts';

export interface PdfViewerProps {
  source: PdfSource;
  title: string;
  /** Called when all pages are opened, which counts as reading the document. */
  onOpen?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
}

/** Result of one request; the result of an older request is ignored. */
interface Opened {
  request: object;
  document?: PDFDocumentProxy;
  /** Height divided by width of page one. */
  ratio: number;
}

/** A PDF in place of the player: page one, and Open for all pages. Source: design §7, D-211. */
export function PdfViewer({ source: { url, blob }, title, onOpen, onBack }: PdfViewerProps) {
  const [latest, setLatest] = useState<Opened>();
  const [tries, setTries] = useState(0);
  const file = withoutToken(url);
  /** A renewed URL of the same file opens it again only after Try again. */
  const request = useMemo(() => ({ file, blob, tries }), [file, blob, tries]);
  const readSource = useEffectEvent((): PdfSource => ({ url, blob }));
  const opened = latest?.request === request ? latest : undefined;

  useEffect(() => {
    let cancelled = false;
    let document: PDFDocumentProxy | undefined;
    const open = async () => {
      document = await openPdf(readSource());
      if (cancelled) return void document.loadingTask.destroy();
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (!cancelled) setLatest({ request, document, ratio: height / width });
    };
    open().catch(() => cancelled || setLatest({ request, ratio: 1 }));
    return () => {
      cancelled = true;
      void document?.loadingTask.destroy();
    };
  }, [request]);

  return (
    <section className="pdf on-board" aria-label={pdfText.region(title)}>
      {onBack && (
        <button type="button" className="pdf__back" aria-label={commonText.back} onClick={onBack}>
          <BackIcon aria-hidden="true" />
        </button>
      )}
      {opened === undefined && (
        <output className="pdf__waiting">
          <span className="pdf__blank" aria-hidden="true" />
          {pdfText.loading}
        </output>
      )}
      {opened && !opened.document && (
        <div className="pdf__waiting" role="alert">
          <p>{pdfText.failed}</p>
          <Button variant="signal" size="m" onClick={() => setTries(tries + 1)}>
            {pdfText.retry}
          </Button>
        </div>
      )}
      {opened?.document && <OpenedPdf document={opened.document} ratio={opened.ratio} title={title} onOpen={onOpen} />}
    </section>
  );
}

interface OpenedProps extends Pick<PdfViewerProps, 'title' | 'onOpen'> {
  document: PDFDocumentProxy;
  ratio: number;
}

function OpenedPdf({ document, ratio, title, onOpen }: OpenedProps) {
  const [reading, setReading] = useState(false);
  const far = useMemo(() => ({ first: new FarPages(), all: new FarPages() }), []);
  const pages = document.numPages;
  return (
    <>
      <div className="pdf__first">
        <PdfPage document={document} number={1} ratio={ratio} far={far.first} />
      </div>
      <footer className="pdf__foot">
        <span className="pdf__count">{pdfText.pageCount(pages)}</span>
        <Button
          variant="signal"
          size="m"
          icon={<MaximizeIcon className="icon-s" />}
          onClick={() => {
            setReading(true);
            onOpen?.();
          }}
        >
          {pages > 1 ? pdfText.openAll(pages) : pdfText.open}
        </Button>
      </footer>
      <LazyFullScreenViewer open={reading} onClose={() => setReading(false)} title={title}>
        <div className="pdf__pages">
          {Array.from({ length: pages }, (_unused, index) => (
            <PdfPage key={index} document={document} number={index + 1} ratio={ratio} far={far.all} />
          ))}
        </div>
      </LazyFullScreenViewer>
    </>
  );
}
