/**
 * Why a new password that has all of the checklist is refused, by the server's rule; undefined for an acceptable one. Its
 * list is large, so it is loaded with the first check. Without it the server's own check decides.
 *
 * @param own The person's names, where they are known.
 */
export const passwordProblemOf = async (password: string, own: readonly string[] = []): Promise<string | undefined> => {
  const rule = await import('#contract/password-rule.ts').catch(() => undefined);
  return rule?.passwordProblem(password, own);
};
