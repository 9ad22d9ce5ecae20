import { createContext } from 'react';
import type { LibraryContent } from '#contract/rows.ts';

/** Opens the choice of a new file for an item; null where no page offers it. Uploads provide it, the Library's menus use it. */
export const ReplaceFileContext = createContext<((content: LibraryContent) => void) | null>(null);
