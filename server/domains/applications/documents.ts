import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { DOCUMENT_MAX_BYTES } from '#contract/applications-limits.ts';
import { Problem } from '#contract/problems.ts';
import { checkImage, MediaProblem } from '#server/adapters/media/index.ts';
import { asStorageError, StorageFullError } from '#server/adapters/objects/index.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { takeToken } from '#server/calls/rate-limit.ts';
import { LONG, withBody } from '#server/calls/read-body.ts';
import { secretName } from '#server/calls/signed-token.ts';
import { lockObject } from '#server/db/lock-object.ts';
import type { Services } from '#server/services.ts';

/** Documents that one person may send. */
const PER_DAY = { capacity: 30, perSeconds: 86_400 };
const DOCUMENT_WIDTH_PX = 3_000;

interface Kept {
  bytes: Buffer;
  contentType: 'application/pdf' | 'image/jpeg';
}

const refused = (error: unknown): unknown => {
  if (asStorageError(error) instanceof StorageFullError) return new Problem('upload.disk_full', {}, { cause: error });
  if (!(error instanceof MediaProblem)) return error;
  const { code } = error;
  if (code === 'storage_failure') return new Problem('upload.disk_full', {}, { cause: error });
  if (code === 'cancelled' || code === 'no_jail') return new Problem('server.busy', {}, { cause: error });
  if (code === 'too_many_pixels') return new Problem('file.too_many_pixels', {}, { cause: error });
  if (code === 'encrypted_pdf') return new Problem('application.document_encrypted', {}, { cause: error });
  return new Problem('application.document_unreadable', {}, { cause: error });
};

/**
 * The document as it is kept: a PDF as it came once it could be opened without a password, a picture drawn again, so
 * that neither place nor device nor anything behind the picture is in it.
 */
const examine = async ({ media, objects }: Services, bytes: Buffer): Promise<Kept> => {
  const folder = await mkdtemp(path.join(await objects.workFolder(), 'document-'));
  try {
    const input = path.join(folder, 'original');
    if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
      await writeFile(input, bytes);
      await media.renderPdf({ input, outDir: folder });
      return { bytes, contentType: 'application/pdf' };
    }
    checkImage(bytes);
    await writeFile(input, bytes);
    const made = await media.makeRendition({ input, outDir: folder, name: 'page.jpg', maxWidthPx: DOCUMENT_WIDTH_PX });
    return { bytes: await readFile(path.join(folder, made.name)), contentType: 'image/jpeg' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const keep = async ({ services, session, now }: CallContext, sha256: string, bytes: Buffer) => {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Problem('file.wrong_digest');
  const { bounds, config, database, objects } = services;
  try {
    const leave = await bounds.pictures.take('all');
    const made = await examine(services, bytes).finally(leave);
    const ending = made.contentType === 'application/pdf' ? 'pdf' : 'jpg';
    const key = `documents/${secretName(config.secret, `document:${session.userId}:${sha256}`)}.${ending}`;
    const facts = { content_type: made.contentType, size: made.bytes.length };
    await database.db.transaction().execute(async (tx) => {
      await lockObject(tx, key);
      await objects.put(key, made.bytes, { contentType: made.contentType });
      await tx
        .insertInto('application_documents')
        .values({ scope: session.scope, user_id: session.userId, sha256, object_key: key, ...facts, created_at: now })
        .onConflict((on) => on.doNothing())
        .execute();
    });
    return { sha256, contentType: made.contentType, size: made.bytes.length };
  } catch (error) {
    throw refused(error);
  }
};

/** Stores a document once per person. Sent again, it is answered without its bytes. */
export const putDocument: Handler<'applications.putDocument'> = async (context, { sha256 }) => {
  const { services, session, db, request } = context;
  const known = await db
    .selectFrom('application_documents')
    .select(['content_type as contentType', 'size'])
    .where('user_id', '=', session.userId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (known) return { sha256, ...known };
  await takeToken(services.database.counters, `documents:${session.userId}`, PER_DAY, 'application.documents_full');
  const leave = await services.bounds.files.take(session.userId);
  try {
    return await withBody(
      request.incoming,
      {
        mostBytes: DOCUMENT_MAX_BYTES,
        tooLarge: () => new Problem('application.document_too_large'),
        pace: LONG,
        budget: services.bounds.whole,
      },
      (bytes) => keep(context, sha256, bytes),
    );
  } finally {
    leave();
  }
};

/** Days that a document is kept which no application names. */
const UNUSED_DAYS = 60;

/**
 * Deletes documents that no application of their person names.
 *
 * @returns Keys of their objects, which the caller deletes after the commit.
 */
export const deleteUnusedDocuments = async (db: CallContext['db'], limit: number): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`delete from application_documents d where (d.user_id, d.sha256) in (
      select f.user_id, f.sha256 from application_documents f
      where f.created_at < now() - make_interval(days => ${UNUSED_DAYS}::int)
        and not exists (select 1 from applications a where a.user_id = f.user_id and strpos(a.data::text, f.sha256) > 0)
        and not exists (select 1 from application_drafts w where w.user_id = f.user_id and strpos(w.data::text, f.sha256) > 0)
      limit ${limit}) returning d.object_key as key`.execute(db);
  return rows.map(({ key }) => key);
};
