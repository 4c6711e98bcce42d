import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { casePhotos, cases } from './tables.ts'

/** How long the photo of an answered case is stored: disputes of card payments end within it. */
const RETENTION_MS = 180 * 86_400_000

/** Deletes photos of cases that were answered half a year ago. The case itself stays. */
export async function purgePhotos({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  const done = db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.state, 'answered'), lt(cases.answeredAt, before)))
  await db.delete(casePhotos).where(inArray(casePhotos.caseId, done))
}
