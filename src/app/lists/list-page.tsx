// Memoizing its parts would take more code than rendering them again.
'use no memo';

import type { ReactNode } from 'react';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { classNames } from '#ui/class-names.ts';
import { RootBar } from '../frame/root-bar.tsx';
import { goBack } from '../navigation/back.ts';
import { usePageTitle } from '../navigation/title.ts';
import type { SelectMode } from './select-mode.tsx';

export interface ListPageProps {
  title: string;
  /** A tab's first screen: large title and bell instead of Back. */
  root?: boolean | undefined;
  /** Class of the page's `main`, beside `page`. */
  className?: string | undefined;
  /** From `selectMode`: replaces the app bar and the tab bar while items are being selected. */
  select?: SelectMode | undefined;
  /** Sheets, dialogs and the floating button, rendered outside of `main`. */
  overlays?: ReactNode;
  children: ReactNode;
}

/** The page around a list: document title, app bar, `main`, select mode. */
export function ListPage({ title, root = false, className, select, overlays, children }: ListPageProps) {
  usePageTitle(title);
  const bar = root ? <RootBar title={title} /> : <AppBar title={title} back={goBack} actions={select?.enter} />;
  return (
    <>
      {select?.appBar ?? bar}
      <main id="main" className={classNames('page', className)}>
        {children}
      </main>
      {select?.actionBar}
      {overlays}
    </>
  );
}
