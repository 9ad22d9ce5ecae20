import { useState } from 'react';
import { LEGAL_PAGES, legalText } from '#contract/text/auth-join.ts';
import { ForwardIcon } from '#ui/icons.ts';
import { LazyFullScreenViewer } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { LegalDocument } from '#app/legal/legal-document.tsx';
import { ListPage } from '#app/lists/list-page.tsx';

/** The legal pages; each opens the full-screen viewer. Source: D-171. */
export function LegalListPage() {
  const [shown, setShown] = useState<string>();
  return (
    <ListPage
      title={legalText.title}
      overlays={
        <LazyFullScreenViewer open={shown !== undefined} onClose={() => setShown(undefined)} title={shown ?? ''}>
          {shown && <LegalDocument pageName={shown} />}
        </LazyFullScreenViewer>
      }
    >
      <RowList>
        {LEGAL_PAGES.map((name) => (
          <ListRow key={name} title={name} trailing={<ForwardIcon />} onOpen={() => setShown(name)} />
        ))}
      </RowList>
    </ListPage>
  );
}
