import { REMOVED } from './pictures.tsx';
import type { Kept } from './use-edit-start.ts';

/** The field that shows a refusal of the server, by the problem's code. Source: PRO-064, D-76, D-77, D-82. */
export const REFUSED_FIELD: Readonly<Record<string, string>> = {
  'profile.bad_link': 'socialLink',
  'profile.too_young': 'dateOfBirth',
  'profile.birth_fixed': 'dateOfBirth',
  'profile.language_twice': 'secondarySpokenLanguages',
};

const valueFor = (shape: unknown, value: unknown): unknown => {
  if (typeof shape === 'string') return value === null ? '' : String(value);
  // A picture, which is null while the form leaves it as it is.
  if (shape === null) return typeof value === 'string' ? { ref: value, originRef: null } : REMOVED;
  return value;
};

/** The form with the input of a refused change: nothing that was typed is lost. */
export const withRefused = <D extends object>(fresh: Kept<D>, input: Readonly<Record<string, unknown>>): Kept<D> => ({
  ...fresh,
  ...Object.fromEntries(
    Object.entries(fresh.base)
      .filter(([name]) => input[name] !== undefined)
      .map(([name, shape]) => [name, valueFor(shape, input[name])]),
  ),
});
