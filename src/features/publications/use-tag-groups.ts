import type { TagProfile } from '#contract/rows.ts';
import type * as v from 'valibot';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';

export type TagGroup = v.InferOutput<typeof TagProfile>;

/** Saved tag groups in their order; undefined while it is not known whether there are any (`useOwnRows`). */
export const useTagGroups = (): readonly TagGroup[] | undefined => {
  const scope = useScope();
  return useOwnRows((db) => db.tagProfiles.where('scope').equals(scope).sortBy('position'), [scope]);
};
