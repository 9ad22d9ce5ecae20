import { Problem } from '#contract/problems.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { isUniqueViolation, type Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { found, type Handler } from '#server/calls/context.ts';
import { sendObject } from '#server/calls/send-object.ts';
import { findContent, removeContents } from './contents.ts';
import { freeName, splitName } from './names.ts';
import { takeRoom } from './room.ts';

/** A content as clients get it. @throws Problem `access.not_found` */
export const contentRow = async (db: Db, scope: string, id: string): Promise<LibraryContent> => {
  const content = await db
    .selectFrom('own_contents')
    .select('row')
    .where('content_id', '=', id)
    .where('scope', '=', scope)
    .executeTakeFirst();
  return found(content).row as LibraryContent;
};

export const nameTaken: Handler<'library.nameTaken'> = async ({ db, scope }, { contentName }) => {
  const suggestion = await freeName(db, scope, contentName);
  return { contentNameTaken: suggestion !== contentName, suggestion };
};

export const renameContent: Handler<'library.renameContent'> = async ({ db, scope }, { id, filename: stem }) => {
  const { filename } = found(await findContent(db, id));
  const { extension } = splitName(filename);
  try {
    await db
      .updateTable('contents')
      .set({ filename: stem + extension, title: stem })
      .where('id', '=', id)
      .where('scope', '=', scope)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, 'contents_filename')) throw new Problem('library.name_taken', {}, { cause: error });
    throw error;
  }
  return contentRow(db, scope, id);
};

/** A copy shares the bytes of its original; they are deleted with the last content that refers to them. */
export const duplicateContent: Handler<'library.duplicateContent'> = async ({ db, scope, session }, { id, copyId }) => {
  await raiseScopes(db, [scope]);
  const existing = await findContent(db, copyId);
  if (existing) return contentRow(db, scope, copyId);
  const original = found(
    await db.selectFrom('contents').selectAll().where('id', '=', id).where('scope', '=', scope).executeTakeFirst(),
  );
  if (!original.active || !original.approved) throw new Problem('library.not_ready');
  await takeRoom(db, scope, original.origin_file_size);
  const filename = await freeName(db, scope, original.filename);
  const { version: _, created_at: __, publication_id: ___, ...kept } = original;
  await db
    .insertInto('contents')
    .values({
      ...kept,
      id: copyId,
      filename,
      title: splitName(filename).stem,
      is_reserved: false,
      created_by: session.userId,
    })
    .execute();
  return contentRow(db, scope, copyId);
};

export const deleteContent: Handler<'library.deleteContent'> = async ({ db, services, scope }, { id }) => {
  await raiseScopes(db, [scope]);
  await removeContents(db, services, scope, [id]);
  return undefined;
};

export const deleteContents: Handler<'library.deleteContents'> = async ({ db, services, scope }, { items }) => {
  await raiseScopes(db, [scope]);
  await removeContents(
    db,
    services,
    scope,
    items.map(({ id }) => id),
  );
  return undefined;
};

export const downloadContent: Handler<'library.download'> = async ({ db, services, request }, { id }) => {
  const content = found(
    await db.selectFrom('contents').select(['object_key', 'filename']).where('id', '=', id).executeTakeFirst(),
  );
  if (content.object_key === null) throw new Problem('library.not_ready');
  return sendObject(services.objects, content.object_key, {
    request: {
      method: 'GET',
      range: request.header('range'),
      ifRange: request.header('if-range'),
      ifNoneMatch: undefined,
    },
    // Whatever its name, a browser must save it and never show it as a page.
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': attachment(content.filename),
      'Cache-Control': 'private, no-store',
    },
  });
};

/** The header of a download whose name may be in any script (RFC 6266). */
const attachment = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
};
