import type { Community } from '#contract/rows.ts';
import { channelFormText } from '#contract/text/channels-form.ts';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';

const kindOf = ({ applicationType, applicationSportScienceExpertise }: Community): string =>
  applicationType === 'coaching'
    ? channelFormText.coaching
    : [channelFormText.science, applicationSportScienceExpertise].filter(Boolean).join(' · ');

export interface CommunityStepProps {
  communities: readonly Community[];
  chosen: string | null;
  onChoose: (communityId: string) => void;
}

/** The communities that a channel may belong to. Source: PUB-028…PUB-030, D-136, D-137. */
export function CommunityStep({ communities, chosen, onChoose }: CommunityStepProps) {
  return (
    <RadioGroup label={channelFormText.chooseCommunity} hideLabel>
      {communities.map((community) => (
        <RadioRow
          key={community.id}
          name="community"
          value={community.id}
          label={community.sportName}
          detail={kindOf(community)}
          checked={chosen === community.id}
          onChange={() => onChoose(community.id)}
        />
      ))}
      <RadioRow name="community" value="" label={channelFormText.comingSoon} disabled />
    </RadioGroup>
  );
}
