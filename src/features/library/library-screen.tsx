// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { memo, Suspense, useRef, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { libraryText } from '#contract/text/library-page.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';
import { RootBar } from '#app/frame/root-bar.tsx';
import { usePageTitle } from '#app/navigation/title.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useNear } from '#app/lists/use-near.ts';
import { useContentListView } from './content-list.tsx';
import { StorageLine } from './storage-line.tsx';
import './library.css';

const FoldersTab = lazyPart(async () => (await import('./folders-tab.tsx')).FoldersTab);
const TagsTab = lazyPart(async () => (await import('./tags-tab.tsx')).TagsTab);
const LibraryHelp = lazyPart(async () => (await import('./library-help.tsx')).LibraryHelp);

export type LibraryTab = 'content' | 'folders' | 'tags';

export interface LibraryScreenProps {
  tab: LibraryTab;
  /** The tips and the running uploads, above the list; `menuOf` is the menu of a content that one has become. */
  uploads: (menuOf: (content: LibraryContent) => ReactNode) => ReactNode;
  /** The floating upload button. */
  uploadButton: ReactNode;
}

const TABS = (['content', 'folders', 'tags'] as const).map((id) => ({
  id,
  label: libraryText.tabs[id],
  href: `/library?tab=${id}`,
}));

/** The Library: Content, Folders, Tags. Source: LIB-001. */
export function LibraryScreen({ tab, uploads, uploadButton }: LibraryScreenProps) {
  usePageTitle(libraryText.title);
  return (
    <>
      <RootBar title={libraryText.title} />
      {tab === 'content' && <ContentTab uploads={uploads} uploadButton={uploadButton} />}
      {tab !== 'content' && (
        <Suspense
          fallback={
            <main id="main" className="page">
              <LibraryTabs tab={tab} />
            </main>
          }
        >
          {tab === 'folders' ? (
            <FoldersTab tabs={<LibraryTabs tab={tab} />} />
          ) : (
            <TagsTab tabs={<LibraryTabs tab={tab} />} />
          )}
        </Suspense>
      )}
    </>
  );
}

const LibraryTabs = memo(function LibraryTabs({ tab }: { tab: LibraryTab }) {
  return <Tabs label={libraryText.title} group="library" items={TABS} selected={tab} />;
});

const EDITABLE = ['library.renameContent', 'publications.publish'];

function ContentTab({ uploads, uploadButton }: Omit<LibraryScreenProps, 'tab'>) {
  const { body, bar, menuOf, isKnown, editRefused } = useContentListView({
    searchLabel: libraryText.search,
    empty: (
      <div className="library__empty">
        <EmptyState drawing="library" title={libraryText.emptyTitle}>
          {libraryText.empty}
        </EmptyState>
      </div>
    ),
  });
  return (
    <>
      <main id="main" className="page page--fab">
        <LibraryTabs tab="content" />
        <StorageLine />
        {uploads(menuOf)}
        <RefusedChanges at="contents" onEdit={editRefused} canEdit={({ call }) => EDITABLE.includes(call)} />
        {body}
        {isKnown && <HelpBelow />}
      </main>
      {uploadButton}
      {bar}
    </>
  );
}

/** Far below a long list, so loaded only when the person scrolls near it. */
function HelpBelow() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <div ref={place}>
      {isNear && (
        <Suspense fallback={null}>
          <LibraryHelp />
        </Suspense>
      )}
    </div>
  );
}
