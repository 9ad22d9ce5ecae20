// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useCallback, useState, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { ReplaceFileContext } from '#app/data/replace-file.ts';
import type { ReplaceSheetProps } from './replace-sheet.tsx';

const ReplaceSheet = lazyOverlay<ReplaceSheetProps>(async () => (await import('./replace-sheet.tsx')).ReplaceSheet);

/** Lets the menus below it replace the file of an item. */
export function ReplaceFiles({ children }: { children: ReactNode }) {
  const [content, setContent] = useState<LibraryContent>();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((chosen: LibraryContent) => {
    setContent(chosen);
    setOpen(true);
  }, []);
  return (
    <ReplaceFileContext value={open}>
      {children}
      {content && <ReplaceSheet open={isOpen} onClose={() => setOpen(false)} content={content} />}
    </ReplaceFileContext>
  );
}
