import { credentialsText } from '#contract/text/auth-join.ts';
import type { ChecklistRule } from '#ui/forms/checklist.tsx';

const { rules } = credentialsText;

/** Each rule of a new password, for the live checklist. Together they equal the pattern of D-329. */
export const passwordRules = (password: string, confirmation: string): ChecklistRule[] => [
  // Characters as people count them, and as the pattern does: an emoji is one.
  { label: rules.length, done: /^.{8,32}$/u.test(password) },
  { label: rules.number, done: /\d/u.test(password) },
  { label: rules.lower, done: /[a-z]/u.test(password) },
  { label: rules.upper, done: /[A-Z]/u.test(password) },
  { label: rules.special, done: /[^A-Za-z0-9\s]/u.test(password) },
  { label: rules.match, done: password !== '' && password === confirmation },
];
