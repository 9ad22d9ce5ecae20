import * as v from 'valibot';
import { Id } from '#contract/ids.ts';
import { MEDIA_URL_LIFE_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { sendObject, type ObjectRequest } from '#server/calls/send-object.ts';
import { checkToken, signToken } from '#server/calls/signed-token.ts';
import type { Services } from '#server/services.ts';
import { findDocument, mediaKey as folderOf, ORIGINAL, sendLinkedOriginal } from '../library/index.ts';

/** Addresses made within this time are the same, so that a browser's cache can be used, ms. */
const SAME_ADDRESS_MS = 10 * 60_000;
/** Size of the cache of documents; a full cache is emptied. */
const CACHED_MAX = 10_000;

/** A file that is sent here must not run as a page of the app. */
const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};
const FILE = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,60}$/;
const PICTURE = /^[\w-]{10,60}\.(jpg|png|svg)$/;

/** The PDF itself, beside the files that were made of it. */
const DOCUMENT = 'document.pdf';

/** Names of the files below a content's signed address: what a player opens, and one file to keep. */
export const MEDIA_FILES = {
  video: { main: 'master.m3u8', progressive: 'video.mp4' },
  audio: { main: 'master.m3u8', progressive: 'audio.m4a' },
  text: { main: DOCUMENT, progressive: DOCUMENT },
} as const;

export interface SignedMedia {
  /** `/media/<token>/<mediaId>`; file names follow after a slash. */
  base: string;
  expiresAt: string;
}

/** The id in the key of a content's media: its own, that of the content it was copied from, or that of its last edit. */
export const mediaIdOf = (mediaKey: string): string => mediaKey.slice(mediaKey.lastIndexOf('/') + 1);

/**
 * Signs the addresses of a content's media for 20 to 30 min. The caller has checked that the person may watch it; whoever
 * loses the right keeps an address no longer than that. After an edit the content has other media and other addresses, so
 * that a player never mixes the two.
 *
 * Source: D-207.
 */
export const signMedia = ({ config }: Services, mediaId: string, now: Date): SignedMedia => {
  const expiresAtMs = Math.floor((now.getTime() + MEDIA_URL_LIFE_MS) / SAME_ADDRESS_MS) * SAME_ADDRESS_MS;
  const token = signToken(config.secret, 'media', mediaId, expiresAtMs / 1000);
  return { base: `/media/${token}/${mediaId}`, expiresAt: new Date(expiresAtMs).toISOString() };
};

export interface MediaAddress {
  token: string;
  mediaId: string;
  file: string;
}

/** Sends the files of contents, and pictures. Both are addresses outside the contract's calls. */
export interface MediaSender {
  /** @throws Problem `access.denied` for a token that is wrong or expired, `access.not_found`. */
  sendMedia(address: MediaAddress, request: ObjectRequest): Promise<Response>;
  /** @throws Problem `access.not_found` */
  sendPicture(name: string, request: ObjectRequest): Promise<Response>;
}

export const createMediaSender = (services: Services): MediaSender => {
  const { objects, config, database, now } = services;
  // The bytes of a text never change, and a viewer asks for many pieces of the same one.
  const cache = new Map<string, string>();
  const documentOf = async (folder: string): Promise<string> => {
    const key = cache.get(folder) ?? (await findDocument(database.db, folder));
    if (key === undefined) throw new Problem('access.not_found');
    if (cache.size >= CACHED_MAX) cache.clear();
    cache.set(folder, key);
    return key;
  };

  return {
    async sendMedia({ token, mediaId, file }, request) {
      if (!v.is(Id, mediaId) || !FILE.test(file)) throw new Problem('access.not_found');
      if (file === ORIGINAL) return sendLinkedOriginal(services, { token, id: mediaId }, request);
      if (checkToken(config.secret, 'media', mediaId, token, now()) !== 'good') throw new Problem('access.denied');
      const folder = folderOf(mediaId);
      const isDocument = file === DOCUMENT;
      return sendObject(objects, isDocument ? await documentOf(folder) : `${folder}/${file}`, {
        request,
        headers: {
          ...INERT,
          'Cache-Control': `private, max-age=${MEDIA_URL_LIFE_MS / 1000}`,
          ...(isDocument ? { 'Content-Type': 'application/pdf' } : {}),
        },
      });
    },
    async sendPicture(name, request) {
      if (!PICTURE.test(name)) throw new Problem('access.not_found');
      return sendObject(objects, `pictures/${name}`, {
        request,
        headers: { ...INERT, 'Cache-Control': 'public, max-age=31536000, immutable' },
      });
    },
  };
};
