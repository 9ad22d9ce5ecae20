import { useEffect } from 'react';
import { commonText } from '#contract/text/common.ts';

/** Sets the document title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${commonText.product}`;
  }, [title]);
};
