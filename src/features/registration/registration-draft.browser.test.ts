import { expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openAccountDatabase } from '#store/database.ts';
import { NO_ANSWERS } from '#app/forms/role-answers.ts';
import { forgetDraft, patchDraft, readDraft } from './registration-draft.ts';

test('an answer is kept although the page ends before the database has stored it', async () => {
  const userId = newId();
  const db = openAccountDatabase(userId);
  await patchDraft(db, { affiliateCode: 'CLUB' });
  // Ends the transaction, as a reload does.
  void patchDraft(db, { answers: { ...NO_ANSWERS, levels: { fan: [] } } }).catch(() => {});
  db.close();

  const again = openAccountDatabase(userId);
  const kept = { affiliateCode: 'CLUB', answers: { ...NO_ANSWERS, levels: { fan: [] } } };
  expect(await readDraft(again)).toMatchObject(kept);
  await patchDraft(again, { flowType: 'learner' });
  expect(await readDraft(again)).toMatchObject(kept);
  await forgetDraft(again);
  expect(await readDraft(again)).toBeUndefined();
});
