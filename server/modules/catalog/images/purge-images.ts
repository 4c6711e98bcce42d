import { lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { productImages } from '../tables.ts'

const DAY_MS = 86_400_000

/** Deletes images that no product has used for a day; until then open pages may still load them. */
export async function purgeImages({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS)
  await db.delete(productImages).where(lt(productImages.unusedSince, before))
}
