/** Words of plots. */
export const plotText = {
  showTable: 'Show as table',
  hideTable: 'Hide table',
  unknown: '–',
} as const;
