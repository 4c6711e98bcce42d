import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { lockCredit, writeEntry } from './write-entry.ts'

type TakenBack = {
  customerId: string
  /** Positive. */
  cents: number
  /** The kind of the entry that gave it. */
  kind: 'refund' | 'deposit_returned'
  orderId: string
  dedupeKey: string
}

/**
 * Takes credit back for which no money came, with a negative entry of the same kind, so that the
 * books of both days add up. Never more than the balance: what was spent stays spent. Returns the
 * amount taken; without `isInPart` that is all or nothing.
 */
export async function takeBackCredit(
  tx: Tx,
  deps: { clock: Clock },
  { cents, ...entry }: TakenBack,
  { isInPart = false } = {},
): Promise<number> {
  const balanceCents = await lockCredit(tx, deps, entry.customerId)
  if (balanceCents < cents && !isInPart) return 0
  const taken = Math.min(cents, balanceCents)
  if (taken <= 0) return 0
  const id = await writeEntry(tx, deps, { ...entry, cents: -taken })
  return id === undefined ? 0 : taken
}
