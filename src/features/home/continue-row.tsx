import { homeText } from '#contract/text/home.ts';
import { removeBegun } from '#contract/watch-places.ts';
import { trueNowMs } from '#store/server-time.ts';
import { ContentTile } from '#ui/tiles/content-tile.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { CloseIcon } from '#ui/icons.ts';
import { lengthTime } from '#ui/player/media-time.ts';
import { Rail } from '#ui/lists/rail.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { formatLength } from '#app/format/format.ts';
import { useOnline } from '#app/device/traffic.ts';
import { watchAddress } from '#app/navigation/watch-address.ts';
import { useAct } from '#app/data/use-act.ts';
import { useMe } from '#app/data/me.ts';
import type { Begun } from './use-begun.ts';

/** Items that were begun and not finished; a tap goes on where the person stopped. */
export function ContinueRow({ begun, savedIds }: { begun: readonly Begun[]; savedIds: ReadonlySet<string> }) {
  if (begun.length === 0) return null;
  return (
    <section>
      <SectionHeading>{homeText.continue}</SectionHeading>
      <Rail label={homeText.continue}>
        {begun.map((each) => (
          <BegunTile key={each.item.id} begun={each} isSaved={savedIds.has(each.item.id)} />
        ))}
      </Rail>
    </section>
  );
}

function BegunTile({ begun: { item, positionMs }, isSaved }: { begun: Begun; isSaved: boolean }) {
  const isOnline = useOnline();
  const act = useAct();
  const me = useMe();
  const durationS = item.content.duration!;
  const positionS = positionMs / 1000;
  const remove = () => {
    const input = { publishedContentId: item.id, removedAt: new Date(trueNowMs()).toISOString() };
    if (me) void act(removeBegun, input, { scope: me.scope });
  };
  return (
    <ContentTile
      id={item.id}
      title={item.title}
      kind={item.content.type}
      length={formatLength({ ...item.content, type: item.content.type })}
      sport={item.sportId}
      coverSrc={item.coverImage}
      href={watchAddress(item)}
      saved={isSaved}
      unavailable={!isOnline && !isSaved}
      progress={positionS / durationS}
      eager
      meta={<Facts facts={[homeText.left(lengthTime(durationS - positionS)), item.channel.name]} />}
      menu={
        <RowMenu
          name={item.title}
          of={item.id}
          items={[{ label: homeText.removeFromContinue, icon: <CloseIcon />, onSelect: remove }]}
        />
      }
    />
  );
}
