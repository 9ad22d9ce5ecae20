import type { Call } from '#contract/call.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';

/**
 * Why the feature flag of a call refuses it: hidden as if the call did not exist, visible but not enabled as forbidden.
 * Read at each call, so that all processes follow the desk at once.
 *
 * @returns Undefined if the feature is on, or nothing of the input is behind the flag. Source: D-298, decision 0130.
 */
export const refusalOfFlag = async (
  db: Db,
  { flag }: Call,
  input: Record<string, unknown>,
): Promise<Problem | undefined> => {
  if (!flag || (flag.inputs && flag.inputs.every((name) => input[name] === undefined))) return undefined;
  const stored = await db
    .selectFrom('feature_flags')
    .select(['is_visible', 'is_enabled'])
    .where('name', '=', flag.name)
    .executeTakeFirst();
  if (!stored?.is_visible) return new Problem('access.not_found');
  return stored.is_enabled ? undefined : new Problem(flag.off ?? 'feature.off');
};
