import { useId, useState, type KeyboardEvent } from 'react';
import { SEARCH_TEXT_MAX } from '#contract/search-limits.ts';
import { searchText } from '#contract/text/search.ts';
import { SearchIcon } from '#ui/icons.ts';
import { SearchField } from '#ui/forms/search-field.tsx';

export interface SearchBoxProps {
  label: string;
  typed: string;
  onType: (typed: string) => void;
  /** Suggestions for `typed`. */
  options: readonly string[];
  /** Enter was pressed, or a suggestion was chosen. */
  onSearch: (text: string) => void;
  onOpenChange: (isOpen: boolean) => void;
  isOpen: boolean;
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The search field with its suggestions: a combobox whose list opens below it while the person types. */
export function SearchBox({ label, typed, onType, options, onSearch, onOpenChange, isOpen }: SearchBoxProps) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const isShown = isOpen && options.length > 0;
  const at = isShown && active < options.length ? active : -1;
  const choose = (text: string) => {
    setActive(-1);
    onOpenChange(false);
    onSearch(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const move = MOVES[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      onOpenChange(true);
      // Above the first one is the field itself.
      setActive(((at + 1 + move + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === 'Escape' && isShown) {
      // Otherwise the browser also empties the field.
      event.preventDefault();
      setActive(-1);
      onOpenChange(false);
    }
  };
  return (
    <search>
      <form
        className="search-box"
        onSubmit={(event) => {
          event.preventDefault();
          choose(options[at] ?? typed);
        }}
      >
        <SearchField
          label={label}
          placeholder={searchText.placeholder}
          value={typed}
          maxLength={SEARCH_TEXT_MAX}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          onChange={(event) => {
            setActive(-1);
            onOpenChange(event.currentTarget.value.trim() !== '');
            onType(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => onOpenChange(false)}
        />
        <Suggestions listId={listId} options={isShown ? options : []} at={at} onChoose={choose} />
      </form>
    </search>
  );
}

interface SuggestionsProps {
  listId: string;
  options: readonly string[];
  /** The option that the arrow keys have reached; -1 for none. */
  at: number;
  onChoose: (text: string) => void;
}

function Suggestions({ listId, options, at, onChoose }: SuggestionsProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={searchText.suggestions}
      className="search-box__list card card--flush"
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys of its list
        <div
          key={option}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className="search-box__option"
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <SearchIcon aria-hidden="true" className="icon-s" />
          <span>{option}</span>
        </div>
      ))}
    </div>
  );
}
