import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { APPLICATION_QUESTIONS, SCIENCE_AREAS, SCIENCE_EDUCATIONS } from './applications.ts';
import { BLOCKS } from './blocks.ts';
import { BIO_QUESTIONS } from './bio-questions.ts';
import { PAGES } from './legal/index.ts';
import { LEVELS, ROLES, SPORTS } from './sports.ts';
import { FLAGS, TEXTS, VARIABLES } from './settings.ts';

/**
 * Inserts the reference data: sports, roles and levels, flags, variables, pages and texts. Runs at every start; existing
 * rows stay unchanged, because they may have been edited.
 *
 * Source: D-330…D-340.
 */
export const seedReference = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // One process at a time.
    await sql`select pg_advisory_xact_lock(7301903)`.execute(tx);
    await tx
      .insertInto('sports')
      .values(SPORTS)
      .onConflict((on) => on.doNothing())
      .execute();
    await tx
      .insertInto('sport_levels')
      .values(LEVELS)
      .onConflict((on) => on.doNothing())
      .execute();
    for (const { levels, ...role } of ROLES) {
      await tx
        .insertInto('sport_roles')
        .values(role)
        .onConflict((on) => on.doNothing())
        .execute();
      const of = levels.map((level_id, position) => ({ role_id: role.id, level_id, position }));
      if (of.length > 0)
        await tx
          .insertInto('sport_role_levels')
          .values(of)
          .onConflict((on) => on.doNothing())
          .execute();
    }
    await tx
      .insertInto('sport_bio_questions')
      .values(BIO_QUESTIONS)
      .onConflict((on) => on.doNothing())
      .execute();
    await seedApplications(tx);
    await tx
      .insertInto('feature_flags')
      .values(FLAGS)
      .onConflict((on) => on.doNothing())
      .execute();
    await tx
      .insertInto('variables')
      .values(VARIABLES)
      .onConflict((on) => on.doNothing())
      .execute();
    await tx
      .insertInto('page_texts')
      .values(TEXTS)
      .onConflict((on) => on.doNothing())
      .execute();
    await tx
      .insertInto('pages')
      .values(PAGES)
      .onConflict((on) => on.doNothing())
      .execute();
    await tx
      .insertInto('page_blocks')
      .values(BLOCKS)
      .onConflict((on) => on.doNothing())
      .execute();
  });
};

const seedApplications = async (tx: Db): Promise<void> => {
  await tx
    .insertInto('science_areas')
    .values(SCIENCE_AREAS)
    .onConflict((on) => on.doNothing())
    .execute();
  await tx
    .insertInto('science_educations')
    .values(SCIENCE_EDUCATIONS)
    .onConflict((on) => on.doNothing())
    .execute();
  await tx
    .insertInto('application_questions')
    .values(APPLICATION_QUESTIONS)
    .onConflict((on) => on.doNothing())
    .execute();
};
