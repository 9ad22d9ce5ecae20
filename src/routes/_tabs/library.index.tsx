import { createFileRoute } from '@tanstack/react-router';
import { scopeOf } from '#app/data/me.ts';
import { asCreatorOf } from '#app/navigation/guards.ts';
import { oneOf, scope, search } from '#app/navigation/search.ts';
import { LibraryScreen } from '#features/library/library-screen.tsx';
import { ReplaceFiles } from '#features/upload/replace-files.tsx';
import { tipsKnown } from '#features/upload/tips-hidden.ts';
import { UploadButton } from '#features/upload/upload-button.tsx';
import { Uploads } from '#features/upload/uploads.tsx';

export const Route = createFileRoute('/_tabs/library/')({
  validateSearch: search({
    tab: oneOf('content', 'folders', 'tags'),
    of: scope,
  }),
  beforeLoad: asCreatorOf,
  loader: async ({ context: { account, me } }) => {
    const { listKnown } = await import('#features/library/early-list.ts');
    await Promise.all([tipsKnown(), listKnown(account.db, scopeOf(me))]);
  },
  component: function Library() {
    const { tab = 'content' } = Route.useSearch();
    return (
      <ReplaceFiles>
        <LibraryScreen
          tab={tab}
          uploads={(menuOf) => <Uploads menuOf={menuOf} />}
          uploadButton={<UploadButton folderId={null} />}
        />
      </ReplaceFiles>
    );
  },
});
