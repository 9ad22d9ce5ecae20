import { useId, useState } from 'react';
import { videoEditorText } from '#contract/text/video-editor.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { edgeProblem, formatTime, type Edge } from './edit-times.ts';
import type { ChosenPart } from './use-part.ts';

export interface TimePickerProps {
  open: boolean;
  onClose: () => void;
  part: ChosenPart;
  durationMs: number;
}

const UNITS = [
  { name: 'minutes', ms: 60_000, count: Infinity, digits: 2 },
  { name: 'seconds', ms: 1_000, count: 60, digits: 2 },
  { name: 'tenths', ms: 100, count: 10, digits: 1 },
] as const;

/** The first tap sets the start, the second the end. Source: VID-004, D-139. */
export function TimePicker({ open, onClose, part, durationMs }: TimePickerProps) {
  const [edge, setEdge] = useState<Edge>('start');
  const [ms, setMs] = useState(part.shown.startMs);
  const problem = edgeProblem(part.shown, edge, ms, durationMs);
  const set = () => {
    part.move(edge, ms);
    if (edge === 'end') return onClose();
    setEdge('end');
    setMs(part.shown.endMs);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={videoEditorText.pick[edge]}
      footer={
        <Button disabled={problem !== undefined} onClick={set}>
          {`${videoEditorText.set[edge]} ${formatTime(ms)}`}
        </Button>
      }
    >
      <div className="stack">
        <div className="time-picker">
          {UNITS.map(({ name, ms: unitMs, count, digits }) => (
            <Digits
              key={name}
              label={videoEditorText[name]}
              digits={digits}
              count={Math.min(count, Math.floor(durationMs / unitMs) + 1)}
              value={Math.floor(Math.round(ms / 100) / (unitMs / 100)) % count}
              onChange={(value, before) => setMs(Math.round(ms / 100) * 100 + (value - before) * unitMs)}
            />
          ))}
        </div>
        {problem && (
          <Note tone="warn" role="status">
            {problem}
          </Note>
        )}
      </div>
    </Sheet>
  );
}

interface DigitsProps {
  label: string;
  /** How many digits are shown at least. */
  digits: number;
  count: number;
  value: number;
  onChange: (value: number, before: number) => void;
}

/** A native list: phones show it as a wheel. */
function Digits({ label, digits, count, value, onChange }: DigitsProps) {
  const id = useId();
  return (
    <div className="time-picker__unit">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(Number(event.target.value), value)}>
        {Array.from({ length: Math.max(count, value + 1) }, (_, each) => (
          <option key={each} value={each}>
            {String(each).padStart(digits, '0')}
          </option>
        ))}
      </select>
    </div>
  );
}
