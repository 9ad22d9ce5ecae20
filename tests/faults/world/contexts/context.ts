// The store functions that a tab or a worker uses, bundled into one module so that each import is a separate context.
export { callAs, readAccessToken, storeSession } from '#store/session.ts';
