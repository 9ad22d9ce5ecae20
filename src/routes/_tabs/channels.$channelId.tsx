import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ChannelPageScreen } from '#features/channels/channel-page.tsx';

export const Route = createFileRoute('/_tabs/channels/$channelId')({
  component: function ChannelRoute() {
    const published = useLocation({ select: ({ state }) => state.published });
    return <ChannelPageScreen channelId={Route.useParams().channelId} published={published} />;
  },
});
