import type { Db, Tx } from './client.ts'

/** Carries the result out of a transaction that is rolled back. */
class PreviewRollback<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('preview rolled back')
    this.result = result
  }
}

/** Runs the work in a transaction. A preview is rolled back, so that it shows the exact result. */
export async function transactOrPreview<T>(
  db: Db,
  isPreview: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (isPreview) throw new PreviewRollback(result)
      return result
    })
  } catch (err) {
    if (err instanceof PreviewRollback) return err.result as T
    throw err
  }
}
