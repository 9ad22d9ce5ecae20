import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { rowId, search } from '#app/navigation/search.ts';
import { CommentsPage } from '#features/comments/comments-page.tsx';

export const Route = createFileRoute('/_tabs/comments')({
  validateSearch: search({ channelId: rowId, content: rowId }),
  beforeLoad: asCreator,
  component: function CommentsRoute() {
    const { channelId, content } = Route.useSearch();
    return <CommentsPage channelId={channelId} content={content} />;
  },
});
