import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { ratingText } from '#contract/text/watch-player.ts';
import { TextArea, type TextAreaProps } from './text-area.tsx';
import { typedMention } from './typed-mention.ts';
import './option-popup.css';
import './mention-area.css';

/** A person who can be mentioned. */
export interface MentionPerson {
  id: string;
  username: string;
  name: string;
}

interface MentionAreaProps extends Omit<TextAreaProps, 'value' | 'onChange' | 'ref'> {
  value: string;
  onChange: (text: string) => void;
  /** Who is suggested after an @, the likeliest first. */
  people: readonly MentionPerson[];
}

/** Most suggestions at once: more would push the field out of a phone's screen. */
const SHOWN = 4;

const startsWith = (words: string, typed: string): boolean => words.toLowerCase().startsWith(typed);

/** Those whose username or one of whose names starts with what was typed. */
const matching = (people: readonly MentionPerson[], typed: string): MentionPerson[] => {
  const lower = typed.toLowerCase();
  return people
    .filter(({ username, name }) => [username, ...name.split(' ')].some((word) => startsWith(word, lower)))
    .slice(0, SHOWN);
};

/** A text area that suggests people after an @. Arrows choose, Enter takes one, Escape closes. Source: D-168. */
export function MentionArea({ value, onChange, people, ...area }: MentionAreaProps) {
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { shown, active, take, onKeyDown, moveCaret, close } = useSuggestions(field, value, people, area.maxLength);
  const isOpen = shown.length > 0;
  return (
    <div className="mention-area">
      <TextArea
        {...area}
        ref={field}
        value={value}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}${active}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          moveCaret(target.selectionStart);
        }}
        onSelect={({ currentTarget }) => moveCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isOpen && (
        <div className="option-list mention-area__list" id={list} role="listbox" aria-label={ratingText.people}>
          {shown.map((person, index) => (
            <button
              key={person.id}
              id={`${list}${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              className="option-list__item"
              aria-selected={index === active}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <span className="option-list__label">{person.name}</span>
              <span className="option-list__detail">@{person.username}</span>
            </button>
          ))}
        </div>
      )}
      <output className="visually-hidden">{isOpen && ratingText.peopleShown(shown.length)}</output>
    </div>
  );
}

const useSuggestions = (
  field: React.RefObject<HTMLTextAreaElement | null>,
  value: string,
  people: readonly MentionPerson[],
  maxLength: number | undefined,
) => {
  /** Null: the suggestions are closed until the caret moves. */
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const typed = caret === null ? undefined : typedMention(value, caret);
  const shown = typed ? matching(people, typed.typed) : [];
  const active = Math.min(chosen, shown.length - 1);
  const close = () => setCaret(null);

  const take = ({ username }: MentionPerson) => {
    const area = field.current;
    if (!typed || caret === null || !area) return;
    const name = `@${username} `;
    if (maxLength !== undefined && value.length - (caret - typed.start) + name.length > maxLength) return close();
    // As if it were typed, so that it can be undone and the caret stays.
    area.setRangeText(name, typed.start, caret, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const person = shown[active];
    if (!person || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setChosen((active + 1) % shown.length);
    else if (event.key === 'ArrowUp') setChosen((active + shown.length - 1) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(person);
    else if (event.key === 'Escape') close();
    else return;
    // Neither the caret nor the sheet around the field gets the key.
    event.preventDefault();
    event.stopPropagation();
  };

  const moveCaret = (at: number) => {
    if (at === caret) return;
    setCaret(at);
    setChosen(0);
  };
  return { shown, active, take, onKeyDown, moveCaret, close };
};
