import { createFileRoute } from '@tanstack/react-router';
import { ProfileById } from '#features/profiles/own-profile.tsx';

/** There is no chat: the id is a user's, and the page the same. Source: D-87. */
export const Route = createFileRoute('/_tabs/chat-profile/$chatUserId')({
  component: function ChatProfileRoute() {
    const { chatUserId } = Route.useParams();
    return <ProfileById id={chatUserId} />;
  },
});
