import { passwordProblem } from '#contract/password-rule.ts';
import { Problem } from '#contract/problems.ts';

/**
 * @param own The person's names: first name, last name, username, address before the @.
 * @throws Problem for two passwords that differ, or one that is too common or too close to the person's names.
 */
export const checkNewPassword = (password1: string, password2: string, own: readonly string[] = []): void => {
  if (password1 !== password2) throw new Problem('auth.password_mismatch');
  const message = passwordProblem(password1, own);
  if (message !== undefined) throw new Problem('auth.password_weak', { message });
};

/** The names of a person that their password must not consist of. */
export const ownWords = (person: {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
}): readonly string[] => [person.firstName, person.lastName, person.username, person.email.split('@')[0]!];
