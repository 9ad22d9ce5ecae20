import type { FeaturedOfDesk } from '#contract/desk.ts';
import { deskFeaturedText as text } from '#contract/text/desk-featured.ts';
import { Cover } from '#ui/pictures/cover.tsx';
import { Facts } from '#ui/tiles/facts.tsx';

/** Where members see it. */
export const featuredHref = ({ kind, id, channelId }: FeaturedOfDesk): string =>
  kind === 'channel' ? `/channels/${id}` : `/playlists/${id}?channelId=${channelId}`;

export function FeaturedCover({ row }: { row: FeaturedOfDesk }) {
  const { id, sportId, coverImage, hiddenBecause } = row;
  return <Cover className="desk__thumb" id={id} sport={sportId} src={coverImage} dimmed={hiddenBecause !== null} />;
}

/** What a channel or playlist is, and why members do not see it. */
export function FeaturedFacts({ row }: { row: FeaturedOfDesk }) {
  const { kind, channelName, educatorName, organizationName, sportName, freeItems, memberOnlyItems } = row;
  return (
    <>
      <Facts
        facts={[
          text.kinds[kind],
          kind === 'playlist' && text.inChannel(channelName),
          text.by(educatorName, organizationName),
          sportName,
          (freeItems > 0 || memberOnlyItems > 0) && text.items(freeItems, memberOnlyItems),
        ]}
      />
      {row.hiddenBecause && <span className="desk__hidden">{text.because[row.hiddenBecause]}</span>}
    </>
  );
}
