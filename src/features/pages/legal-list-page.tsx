import { useState } from 'react';
import { LEGAL_PAGES, legalText } from '#contract/text/auth-join.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { LazyFullScreenViewer } from '#ui/lazy-overlays.tsx';
import { ListRow } from '#ui/list-row.tsx';
import { RowList } from '#ui/row-list.tsx';
import { LegalDocument } from '#app/legal/legal-document.tsx';
import { usePageTitle } from '#app/navigation/title.ts';

/** The legal pages; each opens the full-screen viewer. Source: D-171. */
export function LegalListPage() {
  usePageTitle(legalText.title);
  const [shown, setShown] = useState<string>();
  return (
    <>
      <AppBar title={legalText.title} back={() => history.back()} />
      <main className="page">
        <RowList>
          {LEGAL_PAGES.map((name) => (
            <ListRow key={name} title={name} trailing={<ForwardIcon />} onOpen={() => setShown(name)} />
          ))}
        </RowList>
      </main>
      <LazyFullScreenViewer open={shown !== undefined} onClose={() => setShown(undefined)} title={shown ?? ''}>
        {shown && <LegalDocument pageName={shown} />}
      </LazyFullScreenViewer>
    </>
  );
}
