import type { LibraryContent } from '#contract/rows.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';

/** @returns A function that saves the original of an own content to the person's downloads. */
export const useDownload = (): ((content: LibraryContent) => void) => {
  const { userId, db } = useAccount();
  const scope = useScope();
  const download = async (content: LibraryContent) => {
    const { downloadContent } = await import('./download.ts');
    await downloadContent({ db, userId, scope, content });
  };
  return (content) => void download(content);
};
