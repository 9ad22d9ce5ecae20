import { useEffect } from 'react';
import { appText } from '#contract/text/app.ts';

/** Names the page in the tab and for screen readers. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${appText.product}`;
  }, [title]);
};
