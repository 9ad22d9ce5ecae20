import { useState } from 'react';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button, type ButtonVariant } from '#ui/buttons/button.tsx';
import { ChipFilter, ChipRow } from '#ui/buttons/chip-row.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { Dot } from '#ui/tiles/dot.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import {
  AddIcon,
  FilterIcon,
  LockIcon,
  MoreIcon,
  PlaylistIcon,
  ProblemIcon,
  ShareIcon,
  SortIcon,
  StarIcon,
} from '#ui/icons.ts';
import { LockBadge } from '#ui/tiles/lock-badge.tsx';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { SavedBadge } from '#ui/tiles/saved-badge.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { SliderField } from '#ui/forms/slider-field.tsx';
import { DevSection } from './dev-section.tsx';

const onChalk: ButtonVariant[] = ['primary', 'tonal', 'outline', 'ghost', 'danger'];
const onBoard: ButtonVariant[] = ['signal', 'chalk'];

/** Buttons, chips, segments and badges in every state. */
export function DevControls() {
  return (
    <>
      <DevSection title="Buttons">
        {onChalk.map((variant) => (
          <ButtonStates key={variant} variant={variant} />
        ))}
        <div className="board stack">
          {onBoard.map((variant) => (
            <ButtonStates key={variant} variant={variant} />
          ))}
        </div>
        <Button variant="tonal" size="m" block href="#add" icon={<AddIcon />}>
          Add Content to Channel
        </Button>
        <div className="wrap">
          <IconButton label="More" icon={<MoreIcon />} />
          <IconButton label="Filter" icon={<FilterIcon />} look="ring" />
          <IconButton label="Sort: Newest" icon={<SortIcon />} look="ring" />
          <IconButton label="Not now" icon={<SortIcon />} disabled />
        </div>
      </DevSection>
      <DevSection title="Chips and segments">
        <DevChoices />
      </DevSection>
      <DevSection title="Badges">
        <div className="wrap">
          <Badge>In Library</Badge>
          <Badge tone="success">On Channel</Badge>
          <Badge tone="warn">Pending</Badge>
          <Badge tone="danger" icon={<ProblemIcon />}>
            Payment error
          </Badge>
          <Badge tone="info">Trial</Badge>
          <QueueBadge />
          <QueueBadge state="sending" />
          <QueueBadge state="refused">Rename was not accepted</QueueBadge>
          <SavedBadge />
        </div>
        <div className="board wrap">
          <Badge tone="signal" icon={<LockIcon />}>
            Member-Only
          </Badge>
          <LockBadge />
        </div>
        <p className="wrap dev-line">
          Unread <Dot kind="unread" /> Complete <Dot kind="complete" /> Private <Dot kind="private" />{' '}
          <RatingMark value={4.7} />
        </p>
      </DevSection>
    </>
  );
}

function ButtonStates({ variant }: { variant: ButtonVariant }) {
  const name = variant.slice(0, 1).toUpperCase() + variant.slice(1);
  return (
    <div className="dev-buttons">
      <Button variant={variant}>{name}</Button>
      <Button variant={variant} icon={<AddIcon />}>
        With icon
      </Button>
      <Button variant={variant} busy="Saving">
        Save changes
      </Button>
      <Button variant={variant} disabled>
        Disabled
      </Button>
      <Button variant={variant} size="m">
        44 px
      </Button>
    </div>
  );
}

function DevChoices() {
  const [kinds, setKinds] = useState<('all' | 'video' | 'audio' | 'text')[]>(['all']);
  const [sports, setSports] = useState<('soccer' | 'tennis' | 'golf')[]>(['soccer', 'golf']);
  const [years, setYears] = useState(4);
  const [show, setShow] = useState<'all' | 'earned' | 'transferred'>('all');
  return (
    <>
      <ChipFilter
        single
        label="Filter by type"
        value={kinds}
        onChange={setKinds}
        options={[
          { value: 'all', label: 'All' },
          { value: 'video', label: 'Video' },
          { value: 'audio', label: 'Audio' },
          { value: 'text', label: 'Text' },
        ]}
      />
      <ChipFilter
        wrap
        label="Sports"
        value={sports}
        onChange={setSports}
        options={[
          { value: 'soccer', label: 'Soccer' },
          { value: 'tennis', label: 'Tennis' },
          { value: 'golf', label: 'Golf' },
        ]}
      />
      <ChipRow label="Actions">
        <Chip icon={<FilterIcon />} opens="dialog">
          All content
        </Chip>
        <Chip icon={<SortIcon />} opens="dialog">
          Show on top: New
        </Chip>
        <Chip icon={<StarIcon className="icon-fill" />}>Rate · 4.7</Chip>
        <Chip icon={<ShareIcon />}>Share</Chip>
        <Chip icon={<PlaylistIcon />}>Playlist</Chip>
        <Chip opens="listbox">Month</Chip>
        <Chip disabled>Disabled</Chip>
      </ChipRow>
      <SliderField
        label="Years"
        value={years}
        max={10}
        valueText={years === 10 ? '10+' : String(years)}
        onChange={setYears}
      />
      <Segmented
        label="Show"
        value={show}
        onChange={setShow}
        options={[
          { value: 'all', label: 'All' },
          { value: 'earned', label: 'Earned' },
          { value: 'transferred', label: 'Transferred' },
        ]}
      />
    </>
  );
}
