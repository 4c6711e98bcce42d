type Results<Statements extends readonly Promise<unknown>[]> = {
  [Index in keyof Statements]: Awaited<Statements[Index]>
}

/**
 * Waits for statements of one transaction that were sent without waiting for each reply. PostgreSQL
 * runs them in order, with the same visibility as separate round trips. If one fails, the later ones
 * fail because of it, so the first error is thrown.
 */
export async function pipelined<const Statements extends readonly Promise<unknown>[]>(
  ...statements: Statements
): Promise<Results<Statements>> {
  const results = await Promise.allSettled(statements)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  ) as Results<Statements>
}
