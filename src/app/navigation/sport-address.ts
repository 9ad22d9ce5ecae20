/** The address of a sport's page. */
export const sportAddress = ({ id, name }: { id: string; name: string }): string =>
  `/sport-page?sportId=${id}&sportName=${encodeURIComponent(name)}`;

/**
 * The address of the page where a person sees what a launched sport costs, and pays.
 *
 * @param from Name of the page to return to. Source: D-259.
 */
export const payAddress = (sportId: string, from: string): string =>
  `/confirm-sport-subscription?sport=${sportId}&from=${from}`;

/**
 * The address of the page where a person says in which roles to join a sport: the first step of subscribing.
 *
 * @param from Name of the page to return to. Source: D-259.
 */
export const joinAddress = (sportId: string, from: string): string =>
  `/sport-subscribe-current-role?sport=${sportId}&from=${from}`;
