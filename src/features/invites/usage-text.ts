import type { CommunityCode } from '#contract/invites.ts';
import { communityCodesText as text } from '#contract/text/invites.ts';

/** How often a code was used, and how often it can be. */
export const usageText = ({ usageRate, maximumQuantityOfCodes }: CommunityCode): string =>
  maximumQuantityOfCodes === null ? text.used(usageRate) : text.usedOf(usageRate, maximumQuantityOfCodes);
