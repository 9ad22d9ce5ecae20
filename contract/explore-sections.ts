/** Sections of Explore; an address is checked against them before any page has loaded. Source: EXP-010. */
export const EXPLORE_SECTIONS = ['featured', 'highest_rated', 'new'] as const;
