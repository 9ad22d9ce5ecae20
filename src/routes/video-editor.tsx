import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { rowId, search, text } from '#app/navigation/search.ts';
import { VideoEditorScreen } from '#features/video-editor/video-editor-screen.tsx';

export const Route = createFileRoute('/video-editor')({
  validateSearch: search({ videoUrl: text, fileName: text, contentId: rowId }),
  beforeLoad: asCreator,
  component: function VideoEditor() {
    const { contentId, fileName, videoUrl } = Route.useSearch();
    return <VideoEditorScreen contentId={contentId} fileName={fileName} videoUrl={videoUrl} />;
  },
});
