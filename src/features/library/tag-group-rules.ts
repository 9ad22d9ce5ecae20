import { tagGroupText } from '#contract/text/library.ts';

/** The error of a tag group; its tags were validated when they were typed. Source: D-98. */
export const tagGroupProblem = (
  { title, tags }: { title: string; tags: readonly string[] },
  taken: readonly string[],
): { title?: string; tags?: string } => ({
  ...titleProblem(title, taken),
  ...(tags.length === 0 ? { tags: tagGroupText.tagMissing } : {}),
});

const titleProblem = (title: string, taken: readonly string[]): { title?: string } => {
  if (title === '') return { title: tagGroupText.required };
  if (title.length < 2) return { title: tagGroupText.tooShort };
  const isTaken = taken.some((other) => other.toLocaleLowerCase() === title.toLocaleLowerCase());
  return isTaken ? { title: tagGroupText.alreadyExists(title) } : {};
};
