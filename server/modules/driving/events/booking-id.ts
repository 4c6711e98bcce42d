import { createHash } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { bottleEvents } from '#server/modules/bottles/tables.ts'
import { tenders } from '#server/modules/payments/tenders/tables.ts'

type IsReversed = (id: string) => Promise<boolean>

/**
 * A reversed booking stays, so an undo that is undone books again under an id of its own, derived
 * from the one before. Returns the first that was not reversed: the one to book, or to reverse.
 */
async function findOpen(eventId: string, isReversed: IsReversed): Promise<string> {
  let id = eventId
  while (await isReversed(id)) id = nextId(id)
  return id
}

export const findTenderId = (tx: Tx, eventId: string): Promise<string> =>
  findOpen(eventId, async (id) => {
    const rows = await tx.select({ id: tenders.id }).from(tenders).where(eq(tenders.reversesId, id))
    return rows.length > 0
  })

export const findBottleEventId = (tx: Tx, eventId: string): Promise<string> =>
  findOpen(eventId, async (id) => {
    const rows = await tx
      .select({ id: bottleEvents.id })
      .from(bottleEvents)
      .where(and(eq(bottleEvents.id, id), isNotNull(bottleEvents.reversedAt)))
    return rows.length > 0
  })

/** Version 8 and its variant, because the API accepts only ids of RFC 9562. */
function nextId(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
