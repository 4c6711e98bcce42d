import type { CustomerBottles } from '#contract/bottles/bottles.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { findImportedBottles } from '#server/modules/deposits/index.ts'
import { countBottles, listCustomerMovements } from './queries.ts'

/** Rule 62: what customers see. Until the first movement, the bottles that were imported for them. */
export async function readBottles(db: DbOrTx, customerId: string): Promise<CustomerBottles> {
  const movements = await listCustomerMovements(db, customerId)
  const [counted] =
    movements.length > 0
      ? await countBottles(db, [customerId])
      : await findImportedBottles(db, [customerId])
  return {
    balance: Math.max(0, counted?.bottles ?? 0),
    movements: movements.map(({ at, reverses, ...movement }) => ({
      ...movement,
      at: at.toISOString(),
      isReversal: reverses !== null,
    })),
  }
}
