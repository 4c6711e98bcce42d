type Results<Sent extends readonly Promise<unknown>[]> = {
  [Place in keyof Sent]: Awaited<Sent[Place]>
}

/**
 * Statements of one transaction that are sent one behind the other without waiting for the answers.
 * PostgreSQL runs them in that order, each seeing what was committed when its turn came, just as if
 * each had been waited for. When one fails, those behind it fail for that: the first is told.
 */
export async function pipelined<const Sent extends readonly Promise<unknown>[]>(
  ...sent: Sent
): Promise<Results<Sent>> {
  const ends = await Promise.allSettled(sent)
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined)) as Results<Sent>
}
