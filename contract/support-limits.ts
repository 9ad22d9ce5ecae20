/** Bounds of a message to support, characters. Source: D-170. */
export const SUPPORT_MESSAGE_MIN = 10;
export const SUPPORT_MESSAGE_MAX = 2000;
export const SUPPORT_TOPIC_MAX = 100;
/** Most messages of one person within 24 hours. Source: decision 0058. */
export const SUPPORT_REQUESTS_PER_DAY = 20;
