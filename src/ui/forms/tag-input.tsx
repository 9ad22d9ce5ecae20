import { useRef, useState, type Ref } from 'react';
import { controlsText } from '#contract/text/ui-controls.ts';
import { CloseIcon } from '../icons.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { mergeRefs } from '../merge-refs.ts';
import { addTags, type TagRefusal } from './tags.ts';
import './tag-input.css';

export interface TagInputProps extends Omit<FieldFrameProps, 'count'> {
  ref?: Ref<HTMLInputElement> | undefined;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  onBlur?: (() => void) | undefined;
  /** Largest number of tags. */
  most: number;
  /** Whether a tag matches the contract's pattern. */
  isValid: (tag: string) => boolean;
  /** Error text for an invalid tag. */
  invalidText?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
}

type TagRules = Pick<TagInputProps, 'value' | 'onChange' | 'most' | 'isValid'> & { invalidText: string };

/** Tags as chips; space, comma or Enter adds a tag, pressing a chip removes it. Controlled (with forms: `Controller`). */
export function TagInput(props: TagInputProps) {
  const {
    ref,
    value,
    onChange,
    onBlur,
    most,
    isValid,
    invalidText = controlsText.tagInvalid,
    placeholder,
    disabled,
    error,
    help,
    ...frame
  } = props;
  const field = useRef<HTMLInputElement>(null);
  const full = value.length >= most;
  const { text, refused, announced, setTyped, add, remove } = useTags({ value, onChange, most, isValid, invalidText });

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && text) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') {
      focusLastTag(event.currentTarget);
    }
  };

  return (
    <FieldFrame {...frame} error={error ?? refused} help={help ?? (full ? controlsText.tagLimit(most) : undefined)}>
      {(ids) => (
        <div className="field__control tag-input">
          <Tags
            tags={value}
            disabled={disabled}
            onRemove={(tag) => {
              remove(tag);
              field.current?.focus();
            }}
          />
          <input
            {...ids}
            ref={mergeRefs(field, ref)}
            className="field__input tag-input__field"
            value={text}
            placeholder={full ? '' : (placeholder ?? controlsText.addTag)}
            disabled={disabled}
            readOnly={full}
            autoCapitalize="none"
            autoComplete="off"
            enterKeyHint="done"
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              // Phones fire no key event for the space bar, only input.
              if (/[\s,;]/u.test(target.value)) add(target.value);
              else setTyped(target.value);
            }}
            onBlur={() => {
              if (text) add(text);
              onBlur?.();
            }}
          />
          <output className="visually-hidden">{announced}</output>
        </div>
      )}
    </FieldFrame>
  );
}

const focusLastTag = (field: HTMLInputElement): void =>
  field.closest('.tag-input')?.querySelector<HTMLButtonElement>('.tag-input__tag:last-of-type')?.focus();

/** State of the text being typed: the text, the refusal, and the announcement for screen readers. */
function useTags({ value, onChange, most, isValid, invalidText }: TagRules) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const [announced, setAnnounced] = useState('');

  const refusalText = (tag: string, why: TagRefusal): string =>
    why === 'twice' ? controlsText.tagTwice(tag) : why === 'limit' ? controlsText.tagLimit(most) : invalidText;

  const add = (typed: string) => {
    const { tags, added, refused: bad } = addTags(value, typed, { most, isValid });
    const invalid = bad.find(({ why }) => why === 'invalid');
    setText(invalid?.tag ?? '');
    setRefused(bad[0] && refusalText(bad[0].tag, bad[0].why));
    if (added.length === 0) return;
    setAnnounced(added.map(controlsText.tagAdded).join(', '));
    onChange(tags);
  };

  const remove = (tag: string) => {
    setAnnounced(controlsText.tagRemoved(tag));
    setRefused(undefined);
    onChange(value.filter((existing) => existing !== tag));
  };

  const setTyped = (typed: string) => {
    setText(typed);
    setRefused(undefined);
  };

  return { text, refused, announced, setTyped, add, remove };
}

interface TagsProps {
  tags: readonly string[];
  disabled: boolean | undefined;
  onRemove: (tag: string) => void;
}

function Tags({ tags, disabled, onRemove }: TagsProps) {
  return tags.map((tag) => (
    <button
      key={tag}
      type="button"
      className="tag-input__tag"
      aria-label={controlsText.removeTag(tag)}
      disabled={disabled}
      onClick={() => onRemove(tag)}
    >
      <span>{tag}</span>
      <CloseIcon aria-hidden="true" className="icon-xs" />
    </button>
  ));
}
