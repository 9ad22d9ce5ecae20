import { about, just, type ExampleFacts } from './example-parts.ts';

/** All administrators are told what became of their organization's storage plan. */
const TO_FELLOWS: ExampleFacts = { reaches: ['fellows'] };

/** Examples of storage plans. Every scope of the fixtures has Silver by the month. */
export const STORAGE_EXAMPLES = {
  'storage.plans': just({}),
  'storage.preview': just({ action: 'upgrade', planIndex: 3, period: 'month' }),
  'storage.purchase': just({ planIndex: 1, period: 'month' }, TO_FELLOWS),
  'storage.upgrade': just({ planIndex: 3, period: 'month' }, TO_FELLOWS),
  'storage.downgrade': just({ planIndex: 1, archiveMode: 'auto_oldest' }, TO_FELLOWS),
  'storage.cancel': just({ archiveMode: 'auto_oldest' }, TO_FELLOWS),
  'storage.refund': just({ action: 'cancel', planIndex: 0 }, TO_FELLOWS),
  'storage.restore': about((rows) => ({ input: { id: rows.content } }), TO_FELLOWS),
};
