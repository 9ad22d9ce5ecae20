import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { FolderScreen } from '#features/library/folder-screen.tsx';
import { UploadButton } from '#features/upload/upload-button.tsx';
import { Uploads } from '#features/upload/uploads.tsx';

export const Route = createFileRoute('/_tabs/library/$folder')({
  beforeLoad: asCreator,
  component: function Folder() {
    const { folder } = Route.useParams();
    return (
      <FolderScreen
        key={folder}
        folderId={folder}
        uploads={<Uploads folderId={folder} tips={false} />}
        uploadButton={<UploadButton folderId={folder} />}
      />
    );
  },
});
