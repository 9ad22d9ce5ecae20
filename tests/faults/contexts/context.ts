// What a tab or a worker has of the store, bundled into one module so that each import is a context of its own.
export { callAs, readAccessToken, storeSession } from '#store/session.ts';
