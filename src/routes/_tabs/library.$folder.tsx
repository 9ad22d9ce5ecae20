import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { FolderScreen } from '#features/library/folder-screen.tsx';
import { ReplaceFiles } from '#features/upload/replace-files.tsx';
import { UploadButton } from '#features/upload/upload-button.tsx';
import { Uploads } from '#features/upload/uploads.tsx';

export const Route = createFileRoute('/_tabs/library/$folder')({
  beforeLoad: asCreator,
  component: function Folder() {
    const { folder } = Route.useParams();
    return (
      <ReplaceFiles>
        <FolderScreen
          key={folder}
          folderId={folder}
          uploads={(menuOf) => <Uploads folderId={folder} tips={false} menuOf={menuOf} />}
          uploadButton={<UploadButton folderId={folder} />}
        />
      </ReplaceFiles>
    );
  },
});
