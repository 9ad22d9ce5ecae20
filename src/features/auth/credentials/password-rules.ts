import { credentialsText } from '#contract/text/auth-join.ts';
import type { ChecklistRule } from '#ui/checklist.tsx';

const { rules } = credentialsText;

/** The rules of a new password, one by one, for the live list. Together they are the pattern of D-329. */
export const passwordRules = (password: string, confirmation: string): ChecklistRule[] => [
  { label: rules.length, done: password.length >= 8 && password.length <= 32 },
  { label: rules.number, done: /\d/u.test(password) },
  { label: rules.lower, done: /[a-z]/u.test(password) },
  { label: rules.upper, done: /[A-Z]/u.test(password) },
  { label: rules.special, done: /[^A-Za-z0-9\s]/u.test(password) },
  { label: rules.match, done: password !== '' && password === confirmation },
];
