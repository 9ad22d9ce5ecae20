import { useRef, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { controlsText } from '#contract/text/ui-controls.ts';
import { ExpandIcon } from '../icons.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';
import { lazyOverlay } from '../overlays/lazy-overlay.tsx';
import type { OptionPopupProps } from './option-popup.tsx';
import { phoneDigits } from './phone-digits.ts';
import './phone-field.css';

/** A row of the country code list. Source: D-336. */
export interface PhoneCountry {
  /** ISO alpha-2. */
  id: string;
  name: string;
  /** Calling code with the plus: "+44". */
  code: string;
}

export interface PhoneFieldProps
  extends Omit<FieldFrameProps, 'count'>, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  ref?: Ref<HTMLInputElement> | undefined;
  countries: readonly PhoneCountry[];
  /** Id of the chosen country. */
  country: string | null;
  onCountryChange: (country: PhoneCountry) => void;
  /** Below, e.g. importing a contact. */
  extra?: ReactNode;
}

const OptionPopup = lazyOverlay<OptionPopupProps>(async () => (await import('./option-popup.tsx')).OptionPopup);

/** Country code with a searchable list, and the number; `register('phone')` goes on the number. Source: design §7. */
export function PhoneField(props: PhoneFieldProps) {
  const {
    label,
    help,
    error,
    optional,
    hideLabel,
    className,
    id,
    ref,
    countries,
    country,
    onCountryChange,
    extra,
    onChange,
    ...input
  } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = countries.find((row) => row.id === country);
  return (
    <FieldFrame {...{ label, help, error, optional, hideLabel, className, id }} group>
      {(ids, labelId) => (
        <fieldset className="phone-field" aria-labelledby={labelId}>
          <button
            ref={button}
            type="button"
            className="field__control"
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={input.disabled}
            onClick={() => setOpen(true)}
          >
            <span className="visually-hidden">{controlsText.countryButton(chosen?.name)} </span>
            <span className="phone-field__code">{chosen ? `${chosen.id} ${chosen.code}` : '+'}</span>
            <ExpandIcon aria-hidden="true" className="icon-s" />
          </button>
          <div className="field__control">
            <input
              autoComplete="tel-national"
              {...input}
              {...ids}
              ref={ref}
              className="field__input"
              type="tel"
              inputMode="tel"
              aria-label={controlsText.phoneNumber}
              onChange={(event) => {
                const digits = phoneDigits(event.target.value);
                if (digits !== event.target.value) event.target.value = digits;
                onChange?.(event);
              }}
            />
          </div>
          {extra}
          <OptionPopup
            open={open}
            onClose={() => setOpen(false)}
            title={controlsText.countryTitle}
            options={countries.map((row) => ({ value: row.id, label: row.name, detail: row.code, keywords: row.id }))}
            value={country}
            onChoose={(chosenId) => onCountryChange(countries.find((row) => row.id === chosenId)!)}
            searchLabel={controlsText.countrySearch}
            anchor={button}
          />
        </fieldset>
      )}
    </FieldFrame>
  );
}
