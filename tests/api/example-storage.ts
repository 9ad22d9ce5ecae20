import { about, just } from './example-parts.ts';

/** Examples of storage plans. Every scope of the fixtures has Silver by the month. */
export const STORAGE_EXAMPLES = {
  'storage.plans': just({}),
  'storage.preview': just({ action: 'upgrade', planIndex: 3, period: 'month' }),
  'storage.purchase': just({ planIndex: 1, period: 'month' }),
  'storage.upgrade': just({ planIndex: 3, period: 'month' }),
  'storage.downgrade': just({ planIndex: 1, archiveMode: 'auto_oldest' }),
  'storage.cancel': just({ archiveMode: 'auto_oldest' }),
  'storage.refund': just({ action: 'cancel', planIndex: 0 }),
  'storage.restore': about((rows) => ({ input: { id: rows.content } })),
};
