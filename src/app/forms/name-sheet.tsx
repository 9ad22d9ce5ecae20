import { useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { mergeRefs } from '#ui/merge-refs.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useContractForm } from './use-contract-form.ts';
import './name-sheet.css';

export interface NameSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  help?: string | undefined;
  initial: string;
  /** Why the server refused the initial name; shown until another one is typed. */
  refusal?: string | undefined;
  saveLabel: string;
  maxLength?: number | undefined;
  /** The error message of a trimmed name, undefined if it is valid. */
  check: (name: string) => string | undefined | Promise<string | undefined>;
  /** Saves the trimmed name; the sheet closes afterwards. */
  onSave: (name: string) => Promise<void>;
}

const Named = v.object({ name: v.pipe(v.string(), v.trim()) });

/** A sheet that asks for the name of a folder, a file or a playlist. Give it a new `key` for each opening. */
export function NameSheet(props: NameSheetProps) {
  const { open, onClose, title, label, help, initial, refusal, saveLabel, maxLength, check, onSave } = props;
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isTyped, setTyped] = useState(false);
  const { register, errors, submit } = useContractForm({
    schema: Named,
    check: async ({ name }) => ({ name: await check(name) }),
    values: { name: initial },
    mode: 'onSubmit',
    send: async ({ name }) => {
      await onSave(name);
      onClose();
    },
  });
  const { ref, ...name } = register('name', { onChange: () => setTyped(true) });
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
      <form id={form} className="name-sheet" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          ref={mergeRefs(field, ref)}
          label={label}
          help={help}
          error={errors.name?.message ?? (isTyped ? undefined : refusal)}
          maxLength={maxLength}
          autoComplete="off"
          {...name}
        />
      </form>
    </Sheet>
  );
}
