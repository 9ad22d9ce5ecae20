// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useId, type ReactNode } from 'react';
import { uploadTileText } from '#contract/text/upload-tile.ts';
import { Button } from '../buttons/button.tsx';
import { ProblemIcon, UploadIcon } from '../icons.ts';
import './upload-tray.css';

export interface UploadTrayProps {
  count: number;
  /** Number of uploads that need Retry or Cancel. */
  needYou: number;
  folded: boolean;
  onFoldedChange: (folded: boolean) => void;
  /** Below the tiles. */
  help?: ReactNode;
  /** `UploadTile`s. */
  children: ReactNode;
}

/** The uploads above the library's grid; collapses to one line. */
export function UploadTray({ count, needYou, folded, onFoldedChange, help, children }: UploadTrayProps) {
  const id = useId();
  return (
    <section className="upload-tray" aria-labelledby={`${id}h`}>
      <div className="upload-tray__head">
        <h2 className="upload-tray__title" id={`${id}h`}>
          {uploadTileText.heading} <span className="upload-tray__count">{count}</span>
        </h2>
        <Button
          variant="ghost"
          size="m"
          aria-expanded={!folded}
          aria-controls={`${id}l`}
          onClick={() => onFoldedChange(!folded)}
        >
          {folded ? uploadTileText.show : uploadTileText.hide}
        </Button>
      </div>
      {folded ? (
        <p className="upload-tray__line" id={`${id}l`}>
          {needYou > 0 ? <ProblemIcon className="upload-tray__problem" /> : <UploadIcon />}
          {uploadTileText.folded(count, needYou)}
        </p>
      ) : (
        <>
          <ul className="upload-tray__tiles" id={`${id}l`}>
            {children}
          </ul>
          {help && <p className="upload-tray__help">{help}</p>}
        </>
      )}
    </section>
  );
}
