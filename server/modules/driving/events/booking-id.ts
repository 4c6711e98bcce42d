import { createHash } from 'node:crypto'
import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { bottleEvents, bottleMovements } from '#server/modules/bottles/tables.ts'
import { tenders } from '#server/modules/payments/tenders/tables.ts'

/** Filters the ids whose booking was reversed. */
type FindReversed = (ids: string[]) => Promise<string[]>

/**
 * A reversed booking stays, so an undo that is undone books again under an id of its own, derived
 * from the one before. Returns for each event the first that was not reversed: the one to book, or to
 * reverse.
 */
async function findOpen(
  eventIds: readonly string[],
  findReversed: FindReversed,
): Promise<Map<string, string>> {
  const open = new Map(eventIds.map((id) => [id, id]))
  let pending = [...open]
  while (pending.length > 0) {
    const reversed = new Set(await findReversed(pending.map(([, id]) => id)))
    pending = pending
      .filter(([, id]) => reversed.has(id))
      .map(([eventId, id]) => [eventId, nextId(id)])
    for (const [eventId, id] of pending) open.set(eventId, id)
  }
  return open
}

export async function findTenderId(tx: Tx, eventId: string): Promise<string> {
  const open = await findOpen([eventId], async (ids) => {
    const rows = await tx
      .select({ id: tenders.reversesId })
      .from(tenders)
      .where(inArray(tenders.reversesId, ids))
    return rows.flatMap(({ id }) => id ?? [])
  })
  return open.get(eventId) ?? eventId
}

export const findBottleEventIds = (tx: Tx, eventIds: readonly string[]) =>
  findOpen(eventIds, async (ids) => {
    const rows = await tx
      .select({ id: bottleEvents.id })
      .from(bottleEvents)
      .where(and(inArray(bottleEvents.id, ids), isNotNull(bottleEvents.reversedAt)))
    return rows.map(({ id }) => id)
  })

/** When the bottles of booked events moved by the ledger; an event that moved none has no time. */
export async function findBookedTimes(
  tx: Tx,
  eventIds: readonly string[],
): Promise<Map<string, Date>> {
  if (eventIds.length === 0) return new Map()
  const ids = await findBottleEventIds(tx, eventIds)
  const { eventId, at, line } = bottleMovements
  const rows = await tx
    .selectDistinct({ eventId, at })
    .from(bottleMovements)
    .where(and(inArray(eventId, [...ids.values()]), isNotNull(line)))
  const times = new Map(rows.map((row) => [row.eventId, row.at]))
  return new Map(
    [...ids].flatMap(([id, booked]) => {
      const time = times.get(booked)
      return time ? [[id, time]] : []
    }),
  )
}

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
