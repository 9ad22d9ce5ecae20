import { useEffect, useRef, useState } from 'react';
import { Combobox } from '@base-ui/react/combobox';
import { controlsText } from '#contract/text/ui-controls.ts';
import { CheckIcon, SearchIcon } from '../icons.ts';
import { optionMatches, type SelectOption } from './option-match.ts';
import './field-frame.css';
import './search-field.css';

interface Props<V extends string> {
  label: string;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChoose: (value: V) => void;
  searchLabel?: string | undefined;
  listId?: string | undefined;
}

/** The list of OptionPopup, with or without a search. */
export function OptionList<V extends string>(props: Props<V>) {
  return props.searchLabel === undefined ? <PlainList {...props} /> : <SearchableList {...props} />;
}

function SearchableList<V extends string>({ label, options, value, onChoose, searchLabel, listId }: Props<V>) {
  const [query, setQuery] = useState('');
  return (
    <Combobox.Root<SelectOption<V>>
      inline
      open
      autoHighlight
      items={options as SelectOption<V>[]}
      filter={(option, typed) => optionMatches(option, typed)}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => option && onChoose(option.value)}
      inputValue={query}
      onInputValueChange={(typed, { reason }) => reason !== 'item-press' && setQuery(typed)}
    >
      <div className="option-list__search">
        <div className="search-field">
          <SearchIcon aria-hidden="true" className="icon-s" />
          <Combobox.Input
            className="search-field__input"
            placeholder={searchLabel}
            aria-label={searchLabel}
            autoComplete="off"
          />
        </div>
      </div>
      <Combobox.Empty className="option-list__empty">{controlsText.noResult}</Combobox.Empty>
      <div id={listId}>
        <Combobox.List className="option-list" aria-label={label}>
          {(option: SelectOption<V>) => (
            <Combobox.Item
              key={option.value}
              value={option}
              disabled={option.disabled ?? false}
              className="option-list__item"
            >
              <ItemInside option={option} chosen={option.value === value} />
            </Combobox.Item>
          )}
        </Combobox.List>
      </div>
    </Combobox.Root>
  );
}

function PlainList<V extends string>({ label, options, value, onChoose, listId }: Props<V>) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...list.current!.querySelectorAll<HTMLButtonElement>('button:enabled')];
  useEffect(() => {
    (list.current!.querySelector<HTMLButtonElement>('[aria-selected="true"]') ?? items()[0])?.focus();
  }, []);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const all = items();
    const focusedIndex = all.indexOf(document.activeElement as HTMLButtonElement);
    const target = { ArrowDown: focusedIndex + 1, ArrowUp: focusedIndex - 1, Home: 0, End: all.length - 1 }[event.key];
    if (target === undefined) return focusByLetter(event.key, all, focusedIndex);
    event.preventDefault();
    all.at(Math.min(Math.max(target, 0), all.length - 1))?.focus();
  };

  const tabStop =
    options.find((option) => option.value === value && !option.disabled) ?? options.find((option) => !option.disabled);
  return (
    // A native list cannot be placed in a sheet.
    <div
      ref={list}
      id={listId}
      className="option-list"
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="option"
          aria-selected={option.value === value}
          tabIndex={option === tabStop ? 0 : -1}
          disabled={option.disabled}
          className="option-list__item"
          onClick={() => onChoose(option.value)}
        >
          <ItemInside option={option} chosen={option.value === value} />
        </button>
      ))}
    </div>
  );
}

/** Moves the focus to the next option that starts with the typed letter, as a native list does. */
function focusByLetter(key: string, all: HTMLButtonElement[], focusedIndex: number): void {
  if (key.length !== 1 || key === ' ') return;
  const rotated = [...all.slice(focusedIndex + 1), ...all.slice(0, focusedIndex + 1)];
  rotated.find((button) => button.textContent.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()))?.focus();
}

function ItemInside({ option, chosen }: { option: SelectOption; chosen: boolean }) {
  return (
    <>
      <span className="option-list__label">{option.label}</span>
      {option.detail && <span className="option-list__detail">{option.detail}</span>}
      {chosen && <CheckIcon aria-hidden="true" className="icon-s" />}
    </>
  );
}
