import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { createChannel } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import { channelFormText } from '#contract/text/channels-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useAct } from '#app/data/use-act.ts';
import { ChannelForm } from './channel-form.tsx';
import { emptyDraft, filesOf, toCreate } from './channel-draft.ts';
import { CommunityStep } from './community-step.tsx';
import { FormFrame } from './form-frame.tsx';
import { InReview } from './no-channels.tsx';
import { useApplicationInReview } from './use-application-in-review.ts';
import { useFormStart, type FormStart } from './use-form-start.ts';

/**
 * Create Channel: the community, then the description. Works offline. Source: PUB-028…PUB-036, D-136, D-137.
 *
 * @param props.refusedEntryId Outbox entry of the refused change to edit.
 */
export function CreateChannelScreen({ refusedEntryId }: { refusedEntryId: string | undefined }) {
  const start = useFormStart('new', refusedEntryId);
  const isKnown = start && (start.communities.length > 0 || start.isPulled);
  if (!isKnown) return <FormFrame title={channelFormText.create} isLoading />;
  if (start.communities.length === 0)
    return (
      <FormFrame title={channelFormText.create}>
        <NoCommunity />
      </FormFrame>
    );
  return <CreateForm start={start} />;
}

/** Why there is no community yet. Source: PUB-034, decision 0131. */
function NoCommunity() {
  const sport = useApplicationInReview(true);
  if (sport !== undefined) return <InReview sport={sport} level={1} />;
  return (
    <EmptyState
      drawing="quiet"
      level={1}
      title={channelFormText.noCommunity}
      action={<Button href="/channels">{channelFormText.toChannels}</Button>}
    />
  );
}

function CreateForm({ start }: { start: FormStart }) {
  const act = useAct();
  const navigate = useNavigate();
  const [id] = useState(start.refused?.channelId ?? newId());
  const { channels, communities } = start;
  return (
    <ChannelForm
      start={start}
      fresh={emptyDraft({ communityId: communities.length === 1 ? communities[0]!.id : null })}
      header={channelFormText.create}
      taken={channels.filter((channel) => channel.id !== id).map(({ name }) => name)}
      submitLabel={channelFormText.create}
      submitBusy={channelFormText.creating}
      onSubmit={async (draft) => void (await act(createChannel, toCreate(draft, id), { files: filesOf(draft) }))}
      onDone={() => navigate({ to: '/channels/$channelId', params: { channelId: id }, replace: true })}
      community={({ communityId }, choose) => (
        <CommunityStep communities={communities} chosen={communityId} onChoose={choose} />
      )}
    />
  );
}
