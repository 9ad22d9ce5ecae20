import { useId } from 'react';
import './slider-field.css';

export interface SliderFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number | undefined;
  max: number;
  /** The value in words, e.g. "10+". */
  valueText: string;
}

/** A number on a line, in steps of one, with its value beside the label. Native range: keys and touch need no code. */
export function SliderField({ label, value, onChange, min = 0, max, valueText }: SliderFieldProps) {
  const id = useId();
  return (
    <div className="slider-field">
      <div className="slider-field__top">
        <label className="slider-field__label" htmlFor={id}>
          {label}
        </label>
        <output className="slider-field__value" htmlFor={id}>
          {valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="slider-field__range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
