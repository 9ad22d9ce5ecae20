// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { OwnList, type OwnListProps } from './own-list.tsx';

export interface ListScreenProps<T> extends Omit<ListPageProps, 'children'>, OwnListProps<T> {
  /** Shown above the list in every state. */
  lead?: ReactNode;
}

/**
 * A screen that is a list of own rows. The rows come from `useOwnRows`, or from `useOwnWindow` where the table grows; a
 * list of answers is an `AnswerList` in a `ListPage`; a list within another page is an `OwnList`.
 */
export function ListScreen<T>({ title, root, className, select, overlays, lead, ...list }: ListScreenProps<T>) {
  return (
    <ListPage title={title} root={root} className={className} select={select} overlays={overlays}>
      {lead}
      <OwnList {...list} />
    </ListPage>
  );
}
