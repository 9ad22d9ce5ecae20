/** Said at the start of what waits on this device. Source: decision 0042, decision 0043. */
export const keptNoticeText = {
  recording: 'A recording was kept.',
  shared: 'Files that were shared to Sideline wait on this device.',
  show: 'Show',
} as const;
