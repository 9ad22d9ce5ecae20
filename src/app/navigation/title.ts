import { useEffect } from 'react';
import { commonText } from '#contract/text/common.ts';

/** Names the page in the tab and for screen readers. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${commonText.product}`;
  }, [title]);
};
