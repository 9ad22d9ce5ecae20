/** Words of lists that are put in order. Source: D-342. */
export const reorderText = {
  toTop: 'Move to top',
  up: 'Move up',
  down: 'Move down',
  upKeys: 'Alt + ↑',
  downKeys: 'Alt + ↓',
  moved: (title: string, place: number, count: number) => `${title}: place ${place} of ${count}`,
} as const;
