/** Words of the system's notifications beside those of their kinds. Source: decision 0134. */
export const shadeText = {
  markRead: 'Mark as read',
  /** The newest of several about one subject, with how many stand behind it. */
  andMore: (text: string, more: number): string => `${text} And ${more} more.`,
} as const;
