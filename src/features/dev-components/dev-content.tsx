import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ChannelCard } from '#ui/tiles/channel-card.tsx';
import { ContentTile, type ContentTileProps } from '#ui/tiles/content-tile.tsx';
import { HeroTile } from '#ui/tiles/hero-tile.tsx';
import { AddIcon } from '#ui/icons.ts';
import { PlaylistRow } from '#ui/tiles/playlist-row.tsx';
import { Rail } from '#ui/lists/rail.tsx';
import { ReorderButtons } from '#ui/buttons/reorder-buttons.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { SportCard } from '#ui/tiles/sport-card.tsx';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { DevSection } from './dev-section.tsx';

const nothing = () => {};
const menu = (name: string) => (
  <RowMenu
    name={name}
    items={[
      { label: 'Rename', onSelect: nothing },
      { label: 'Delete', danger: true, onSelect: nothing },
    ]}
  />
);

/** Tiles, cards and rows of content. */
export function DevContent({ theme }: { theme: string }) {
  return (
    <>
      <DevRails theme={theme} />
      <DevOwnItems theme={theme} />
      <DevSection title="Select mode">
        <DevSelect theme={theme} />
      </DevSection>
      <DevSection title="Sports">
        <DevSports theme={theme} />
      </DevSection>
      <DevChannels />
      <DevPlaylists theme={theme} />
    </>
  );
}

function DevRails({ theme }: { theme: string }) {
  return (
    <DevSection title="Section, hero and rail">
      <SectionHeading href="#all">Football</SectionHeading>
      <HeroTile
        id="h"
        kind="video"
        length="6:42"
        flag="New today"
        sport="soccer"
        href="#watch"
        title="Scan before you receive: four drills for tight spaces"
        meta="First Touch Lab"
        memberOnly
      />
      <Rail label={`Football, ${theme}`}>
        <ContentTile
          id="b1"
          kind="audio"
          length="18:05"
          sport="soccer"
          href="#1"
          title="Reading the press"
          meta="Pressing Matters"
          memberOnly
        />
        <ContentTile
          id="c2"
          kind="text"
          length="4 pages"
          sport="soccer"
          href="#2"
          title="Warm-up card: under 12s"
          meta="Keepers' Union"
        />
        <ContentTile
          id="d3"
          kind="video"
          length="9:10"
          sport="soccer"
          href="#3"
          title="Low driven cross, slowed down"
          meta="First Touch Lab"
          memberOnly
        />
        <ContentTile
          id="d4"
          kind="video"
          length="12:31"
          sport="track-and-field"
          href="#4"
          title="Block start: the first three steps"
          meta="Nordic Stride"
        />
      </Rail>
      <Rail label={`Featured, ${theme}`} size="l">
        <HeroTile
          id="s"
          badge="Playlist"
          sport="swimming"
          href="#p"
          title="Faster turns in ten sessions"
          meta="Blackline Swim · Swimming"
        />
        <HeroTile id="t" badge="Channel" sport="boxing" href="#c" title="Corner Craft" meta="Dana Whitlock · Boxing" />
      </Rail>
    </DevSection>
  );
}

const OWN_ITEMS: ContentTileProps[] = [
  {
    id: 'o1',
    kind: 'video',
    length: '6:42',
    sport: 'soccer',
    href: '#1',
    title: 'Scan before you receive',
    meta: '190 MB · 12 May',
    publication: 'on-channel',
    saved: true,
    menu: menu('Scan before you receive'),
    memberOnly: true,
  },
  {
    id: 'o2',
    kind: 'audio',
    length: '18:05',
    sport: 'soccer',
    href: '#2',
    title: 'Reading the press',
    meta: '26 MB · 9 May',
    publication: 'in-library',
    menu: menu('Reading the press'),
  },
  {
    id: 'o3',
    kind: 'text',
    length: '4 pages',
    sport: 'soccer',
    href: '#3',
    title: 'Warm-up card: under 12s',
    meta: '2 MB · 7 May',
    queued: 'Rename will send when online',
    menu: menu('Warm-up card'),
  },
  {
    id: 'o4',
    kind: 'video',
    length: '9:10',
    sport: 'soccer',
    onOpen: nothing,
    title: 'Low driven cross, slowed down',
    meta: '244 MB · 2 May',
    unavailable: true,
  },
  {
    id: 'o5',
    kind: 'video',
    length: '4:44',
    sport: 'lacrosse',
    href: '#5',
    title: 'Deceleration, front view, and a title that goes on for much longer than two lines can hold',
    meta: '120 MB · 24 Apr',
    publication: 'removed',
    menu: menu('Deceleration'),
  },
  {
    id: 'o6',
    kind: 'audio',
    length: '9:48',
    sport: 'golf',
    href: '#6',
    title: 'Goal setting with your squad',
    meta: '14 MB · 27 Apr',
    arrived: true,
    publication: 'in-library',
  },
];

function DevOwnItems({ theme }: { theme: string }) {
  return (
    <DevSection title="Own items">
      <TileGrid label={`Own items, ${theme}`}>
        {OWN_ITEMS.map((item) => (
          <ContentTile key={item.id} {...item} />
        ))}
      </TileGrid>
    </DevSection>
  );
}

function DevChannels() {
  return (
    <DevSection title="Channels">
      <ChannelCard
        id="ch1"
        name="First Touch Lab"
        sport="soccer"
        facts={['Football', '46 items']}
        rating={4.7}
        href="#ch"
        trailing={menu('First Touch Lab')}
        action={
          <Button variant="tonal" size="m" block icon={<AddIcon />}>
            Add Content to Channel
          </Button>
        }
      />
      <ChannelCard
        id="ch2"
        name="Sand Sessions"
        sport="volleyball"
        facts={['Volleyball']}
        unpublished
        queued
        href="#ch"
        trailing={menu('Sand Sessions')}
        action={
          <Button size="m" block>
            Publish channel
          </Button>
        }
      />
      <ChannelCard
        id="ch3"
        name="Speed for Footballers"
        sport="track-and-field"
        facts={['Athletics', '12 items']}
        trailing={<ReorderButtons name="Speed for Footballers" onUp={nothing} onDown={undefined} />}
      />
    </DevSection>
  );
}

function DevPlaylists({ theme }: { theme: string }) {
  return (
    <DevSection title="Playlists">
      <RowList label={`Playlists, ${theme}`}>
        <PlaylistRow
          id="p1"
          title="Faster turns in ten sessions"
          count="10 items"
          meta="Blackline Swim"
          sport="swimming"
          href="#p"
          trailing={menu('Faster turns')}
        />
        <PlaylistRow
          id="p2"
          title="Pre-season"
          count="4 items"
          meta="First Touch Lab"
          sport="soccer"
          queued
          trailing={<ReorderButtons name="Pre-season" onUp={undefined} onDown={nothing} />}
        />
      </RowList>
    </DevSection>
  );
}

function DevSelect({ theme }: { theme: string }) {
  const [chosen, setChosen] = useState(['s1']);
  const select = (id: string) => ({
    checked: chosen.includes(id),
    onChange: (checked: boolean) => setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id)),
  });
  return (
    <TileGrid label={`Selectable, ${theme}`}>
      <ContentTile
        id="s1"
        kind="video"
        length="6:42"
        sport="soccer"
        title="Scan before you receive"
        meta="190 MB · 12 May"
        publication="on-channel"
        memberOnly
        selectable={select('s1')}
      />
      <ContentTile
        id="s2"
        kind="audio"
        length="18:05"
        sport="soccer"
        title="Reading the press"
        meta="26 MB · 9 May"
        publication="in-library"
        selectable={select('s2')}
      />
      <ContentTile
        id="s3"
        kind="text"
        length="4 pages"
        sport="soccer"
        title="Warm-up card: under 12s"
        meta="2 MB · 7 May"
        selectable={select('s3')}
      />
    </TileGrid>
  );
}

function DevSports({ theme }: { theme: string }) {
  const [chosen, setChosen] = useState(true);
  return (
    <TileGrid label={`Sports, ${theme}`}>
      <SportCard sport="tennis" name="Tennis" href="#tennis" />
      <SportCard sport="volleyball" name="Volleyball" href="#v" badge={{ text: 'Beta, free', tone: 'info' }} />
      <SportCard sport="sport-climbing" name="Sport Climbing" onOpen={nothing} badge={{ text: 'Waitlist' }} />
      <SportCard sport="swimming" name="Swimming" selectable={{ checked: chosen, onChange: setChosen }} />
      <SportCard sport="ice-hockey" name="Ice Hockey" selectable={{ checked: false, onChange: nothing }} />
      <SportCard sport="snowboarding" name="Snowboarding" href="#s" />
    </TileGrid>
  );
}
