import { Problem, type ProblemCode } from '#contract/problems.ts';
import { isUniqueViolation } from '#server/db/database.ts';

/** The unique indexes of titles, and the problem of a title that is taken. */
const TAKEN = {
  channels_name: 'channel.name_taken',
  folders_title: 'library.folder_taken',
  playlists_title: 'channel.playlist_taken',
  tag_profiles_title: 'library.tag_profile_taken',
} as const satisfies Record<string, ProblemCode>;

/** Runs a change of a title that is unique in its list; throws the problem of `index` if another row has the title. */
export const withUniqueTitle = async (
  title: string,
  index: keyof typeof TAKEN,
  change: () => Promise<unknown>,
): Promise<void> => {
  try {
    await change();
  } catch (error) {
    if (!isUniqueViolation(error, index)) throw error;
    throw new Problem(TAKEN[index], { title, name: title }, { cause: error });
  }
};
