import type { OutputOf } from '#contract/call.ts';
import type { readBlocks } from '#contract/pages.ts';

type HelpBlock = OutputOf<typeof readBlocks>['items'][number];

export interface HelpCategory {
  id: string;
  name: string;
  answers: HelpBlock[];
}

/**
 * The answers that contain the search words, by category. Works offline, because all answers are on the device.
 *
 * @param category Id of the one category to show; undefined for all.
 */
export const findAnswers = (
  items: readonly HelpBlock[],
  search: string,
  category: string | undefined,
): HelpCategory[] => {
  const wanted = search.trim().toLowerCase();
  const isWanted = ({ name, answer }: HelpBlock) => `${name} ${answer ?? ''}`.toLowerCase().includes(wanted);
  return items
    .filter(({ itemType, id }) => itemType === 'category' && (category === undefined || id === category))
    .map(({ id, name }) => ({
      id,
      name,
      answers: items.filter((item) => item.itemType === 'faq' && item.parent?.id === id && isWanted(item)),
    }))
    .filter(({ answers }) => answers.length > 0);
};
