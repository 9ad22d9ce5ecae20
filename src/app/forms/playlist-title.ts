import { PLAYLIST_TITLE_MIN } from '#contract/limits.ts';
import { publishText } from '#contract/text/publications.ts';

/** The error message of a trimmed playlist title, undefined if it is valid. Titles are unique in a channel. Source: D-128. */
export const playlistTitleProblem = (title: string, taken: readonly string[]): string | undefined => {
  if (title.length < PLAYLIST_TITLE_MIN) return publishText.playlistShort;
  const isTaken = taken.some((other) => other.toLocaleLowerCase() === title.toLocaleLowerCase());
  return isTaken ? publishText.playlistTaken(title) : undefined;
};
