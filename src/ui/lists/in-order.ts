/** The rows in the order of these ids; those that it does not name are left out. */
export const inOrder = <T extends { id: string }>(rows: readonly T[], ids: readonly string[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
