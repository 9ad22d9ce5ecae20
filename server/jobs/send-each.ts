/**
 * Sends the messages of one job. Those that fail get a job each, which is tried again, so that nobody else gets theirs twice.
 *
 * @param ids What is sent.
 * @param again Sends a job for each of these ids.
 * @throws what the only message of a job fails with.
 */
export const sendEach = async (
  ids: readonly string[],
  send: (id: string) => Promise<void>,
  again: (failed: readonly string[]) => Promise<void>,
): Promise<void> => {
  if (ids.length === 1) return send(ids[0]!);
  const results = await Promise.allSettled(ids.map(send));
  await again(ids.filter((_, at) => results[at]!.status === 'rejected'));
};
