/** The page text that names the address of support. Source: D-172. */
export const SUPPORT_ADDRESS = 'support-address';
/** The page text that names the address of the public site, where About leads. Source: D-172. */
export const PUBLIC_SITE = 'public-site';
