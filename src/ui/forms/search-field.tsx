// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { useRef, type InputHTMLAttributes, type Ref } from 'react';
import { controlsText } from '#contract/text/ui-controls.ts';
import { CloseIcon, SearchIcon } from '../icons.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { mergeRefs } from '../merge-refs.ts';
import { setNativeValue } from './set-native-value.ts';
import { useNativeValue } from './use-native-value.ts';
import './search-field.css';

export interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Accessible name; also the placeholder unless one is given. */
  label: string;
  /** Called when the clear button is pressed, after `onChange` with an empty value. */
  onClear?: (() => void) | undefined;
}

/** A 48 px search field; the caller shows results while the person types. Source: design §7. */
export function SearchField({ ref, label, placeholder = label, onClear, ...input }: SearchFieldProps) {
  const element = useRef<HTMLInputElement>(null);
  const filled = useNativeValue(element) !== '';
  const clear = () => {
    setNativeValue(element.current!, '');
    element.current!.focus();
    onClear?.();
  };
  return (
    <div className="search-field">
      <SearchIcon aria-hidden="true" className="icon-s" />
      <input
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        ref={mergeRefs(element, ref)}
        type="search"
        className="search-field__input"
        aria-label={label}
        placeholder={placeholder}
      />
      {filled && (
        <IconButton label={controlsText.clearSearch} icon={<CloseIcon className="icon-s" />} onClick={clear} />
      )}
    </div>
  );
}
