const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Pasting into the confirmation of a password is blocked, except in local development. Source: ACC-105. */
export const isPasteBlocked = (hostname: string): boolean => !LOCAL_HOSTS.includes(hostname);
