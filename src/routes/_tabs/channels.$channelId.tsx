import { createFileRoute } from '@tanstack/react-router';
import { ChannelPageScreen } from '#features/channels/channel-page.tsx';

export const Route = createFileRoute('/_tabs/channels/$channelId')({
  component: function ChannelRoute() {
    return <ChannelPageScreen channelId={Route.useParams().channelId} />;
  },
});
