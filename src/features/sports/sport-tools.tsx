import { useState } from 'react';
import type { InputOf } from '#contract/call.ts';
import type { listSportContents } from '#contract/sports.ts';
import { sportText } from '#contract/text/sports.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { ChipRow } from '#ui/buttons/chip-row.tsx';
import { FilterIcon, SortIcon } from '#ui/icons.ts';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';

/** Filter and sort of a sport's contents. Source: D-181. */
export type SportQuery = Pick<InputOf<typeof listSportContents>, 'pricing' | 'sort'> & {
  contentType: InputOf<typeof listSportContents>['contentType'] | 'playlists';
};
export const EVERYTHING: SportQuery = { contentType: 'all', pricing: 'all', sort: 'newest' };

export interface SportToolsProps {
  query: SportQuery;
  /** Number of contents that fit; undefined until they are read. */
  found: number | undefined;
  onChange: (change: Partial<SportQuery>) => void;
}

/** Filter and sort of a sport's contents, each a chip that shows the choice and opens its sheet. Source: SPO-003, SPO-004. */
export function SportTools({ query, found, onChange }: SportToolsProps) {
  const [sheet, setSheet] = useState<'filter' | 'sort'>();
  const close = () => setSheet(undefined);
  return (
    <>
      <ChipRow label={sportText.filterAndSort}>
        <Chip icon={<FilterIcon />} opens="dialog" onClick={() => setSheet('filter')}>
          {filterWords(query)}
        </Chip>
        <Chip icon={<SortIcon />} opens="dialog" onClick={() => setSheet('sort')}>
          {sportText.showOnTop(sportText.sorts[query.sort])}
        </Chip>
      </ChipRow>
      <LazySheet
        open={sheet === 'filter'}
        onClose={close}
        title={sportText.filter}
        footer={
          <Button block onClick={close}>
            {sportText.showFound(found)}
          </Button>
        }
      >
        <div className="stack">
          <Choices
            name="contentType"
            label={sportText.contentType}
            words={sportText.types}
            value={query.contentType}
            onChoose={(contentType) => onChange({ contentType })}
          />
          <Choices
            name="pricing"
            label={sportText.price}
            words={sportText.pricing}
            value={query.pricing}
            onChoose={(pricing) => onChange({ pricing })}
          />
        </div>
      </LazySheet>
      <LazySheet open={sheet === 'sort'} onClose={close} title={sportText.sort}>
        <Choices
          name="sort"
          label={sportText.sort}
          hideLabel
          words={sportText.sorts}
          value={query.sort}
          onChoose={(sort) => {
            onChange({ sort });
            close();
          }}
        />
      </LazySheet>
    </>
  );
}

const filterWords = ({ contentType, pricing }: SportQuery): string => {
  const chosen = [
    contentType !== 'all' && sportText.types[contentType],
    pricing !== 'all' && sportText.pricing[pricing],
  ].filter(Boolean);
  return chosen.length > 0 ? chosen.join(' · ') : sportText.allContent;
};

interface ChoicesProps<K extends string> {
  name: string;
  label: string;
  hideLabel?: boolean;
  words: Record<K, string>;
  value: K;
  onChoose: (value: K) => void;
}

function Choices<K extends string>({ name, label, hideLabel, words, value, onChoose }: ChoicesProps<K>) {
  return (
    <RadioGroup label={label} hideLabel={hideLabel}>
      {(Object.keys(words) as K[]).map((key) => (
        <RadioRow key={key} name={name} label={words[key]} checked={value === key} onChange={() => onChoose(key)} />
      ))}
    </RadioGroup>
  );
}
