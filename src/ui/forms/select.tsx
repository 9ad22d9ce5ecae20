import { useRef, useState, type Ref } from 'react';
import { controlsText } from '#contract/text/ui-controls.ts';
import { ExpandIcon } from '../icons.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { lazyOverlay } from '../overlays/lazy-overlay.tsx';
import { mergeRefs } from '../merge-refs.ts';
import type { SelectOption } from './option-match.ts';
import type { OptionPopupProps } from './option-popup.tsx';

export interface SelectProps<V extends string> extends Omit<FieldFrameProps, 'count'> {
  ref?: Ref<HTMLButtonElement> | undefined;
  options: readonly SelectOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** Called when the list closes. */
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Adds a search above the list; for lists longer than a screen. */
  searchable?: boolean | undefined;
  /** Name of the value in a surrounding native form. */
  name?: string | undefined;
}

const OptionPopup = lazyOverlay<OptionPopupProps>(async () => (await import('./option-popup.tsx')).OptionPopup);

/** Chooses one option of a list; controlled (with forms: `Controller`). A sheet on the phone, a popover with a mouse. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onChange, onBlur, placeholder, disabled, searchable, name, ref, ...frame } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.find((option) => option.value === value);
  return (
    <FieldFrame {...frame}>
      {({ id, ...ids }, labelId) => (
        <>
          <button
            ref={mergeRefs(button, ref)}
            id={id}
            type="button"
            className="field__control select"
            // A native select cannot open a sheet.
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={open ? `${id}-list` : undefined}
            aria-labelledby={labelId}
            {...ids}
            disabled={disabled}
            onClick={() => setOpen(true)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            <span className="select__value" data-empty={!chosen || undefined}>
              {chosen?.label ?? placeholder ?? controlsText.choose}
            </span>
            <ExpandIcon aria-hidden="true" className="icon-s" />
          </button>
          {name && <input type="hidden" name={name} value={value ?? ''} />}
          <OptionPopup
            open={open}
            onClose={() => {
              setOpen(false);
              onBlur?.();
            }}
            title={frame.label}
            listId={`${id}-list`}
            options={options}
            value={value}
            onChoose={onChange as (value: string) => void}
            searchLabel={searchable ? controlsText.searchOptions : undefined}
            anchor={button}
          />
        </>
      )}
    </FieldFrame>
  );
}
