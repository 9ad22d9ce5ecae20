// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { RootAppBar } from '#ui/frame/app-bar.tsx';
import { useUnread } from '../data/use-unread.ts';

/** Top of a tab's first screen: the title the search, and the bell with the number of unread notifications. */
export function RootBar({ title, brand }: { title: string; brand?: boolean }) {
  return (
    <RootAppBar
      title={title}
      brand={brand}
      searchHref="/explore-search"
      notificationsHref="/notifications"
      unread={useUnread()}
    />
  );
}
