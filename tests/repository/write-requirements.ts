import { readRows, testsById, withTests, writeRows } from './requirement-rows.ts';

/** `npm run requirements`: fills the column `test` of docs/requirements.tsv from the titles of the tests. */
const tests = testsById();
writeRows(readRows().map((row) => withTests(row, tests)));
