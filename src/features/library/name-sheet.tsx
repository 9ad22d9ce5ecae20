import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';

export interface NameSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  help?: string | undefined;
  initial: string;
  saveLabel: string;
  maxLength?: number | undefined;
  /** What is wrong with a name, undefined if nothing is. */
  check: (name: string) => string | undefined | Promise<string | undefined>;
  /** Keeps the trimmed name; the sheet closes afterwards. */
  onSave: (name: string) => Promise<void>;
}

/** A sheet that asks for one name: of a folder, of a file. Give it a `key` per opening. */
export function NameSheet({
  open,
  onClose,
  title,
  label,
  help,
  initial,
  saveLabel,
  maxLength,
  check,
  onSave,
}: NameSheetProps) {
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const [wasTried, setTried] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = await check(name.trim());
    setError(wrong);
    if (wrong) return field.current?.focus();
    await onSave(name.trim());
    onClose();
  };
  const change = async (typed: string) => {
    setName(typed);
    if (wasTried) setError(await check(typed.trim()));
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      initialFocus={field}
      footer={
        <Button type="submit" form={form} block>
          {saveLabel}
        </Button>
      }
    >
      <form id={form} className="library__form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={field}
          label={label}
          help={help}
          error={error}
          value={name}
          maxLength={maxLength}
          autoComplete="off"
          onChange={({ target }) => void change(target.value)}
        />
      </form>
    </Sheet>
  );
}
