import type { ReactNode } from 'react';
import * as v from 'valibot';
import { SUPPORT_MESSAGE_MAX, SUPPORT_TOPIC_MAX } from '#contract/support-limits.ts';
import { SupportMessage, SupportTopic } from '#contract/support.ts';
import { Email } from '#contract/forms.ts';
import { supportText as text } from '#contract/text/support.ts';
import { Field } from '#ui/forms/field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { EmailField } from '#app/credentials/email-field.tsx';
import './support.css';

export interface TypedMessage {
  topic: string;
  message: string;
  email: string;
}

type Problems = { [Name in keyof TypedMessage]: string | undefined };

/** An empty field is required, not too short. Source: T-02. */
const problemOf = (schema: v.GenericSchema<string, unknown>, value: string): string | undefined =>
  value.trim() === '' ? text.required : v.safeParse(schema, value).issues?.[0].message;

/** The error messages of a message, by the schemas of the call. The address may be empty for people with an account. */
export const problemsOf = ({ topic, message, email }: TypedMessage, needsEmail: boolean): Problems => ({
  topic: problemOf(SupportTopic, topic),
  message: problemOf(SupportMessage, message),
  email: !needsEmail && email.trim() === '' ? undefined : problemOf(Email, email),
});

export interface MessageFieldsProps {
  draft: TypedMessage;
  /** Messages to show now. */
  problems: Partial<Problems>;
  email: { label: string; help?: string; optional?: boolean };
  onChange: (fields: Partial<TypedMessage>) => void;
  /** The person left a field: it is checked from now on. */
  onLeave: (name: keyof TypedMessage) => void;
  /** Between the message and the address. */
  children?: ReactNode;
}

/** Subject, message and the address to answer to. Source: D-170. */
export function MessageFields({ draft, problems, email, onChange, onLeave, children }: MessageFieldsProps) {
  const props = (name: keyof TypedMessage) => ({
    value: draft[name],
    error: problems[name],
    onBlur: () => onLeave(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <Field label={text.topic} maxLength={SUPPORT_TOPIC_MAX} autoComplete="off" {...props('topic')} />
      <TextArea
        label={text.message}
        help={text.messageHelp}
        rows={6}
        maxLength={SUPPORT_MESSAGE_MAX}
        {...props('message')}
      />
      {children}
      <EmailField {...email} {...props('email')} />
    </>
  );
}
