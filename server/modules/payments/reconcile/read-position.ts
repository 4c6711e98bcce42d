import { eq } from 'drizzle-orm'
import type { PaymentDeps } from '../deps.ts'
import { providerCheckpoints } from '../tables.ts'

export type Position = Date | 'ahead' | undefined

/**
 * Returns up to where one of the provider's lists was read. A position that is ahead of our clock by more
 * than a part of the margin was written by a clock that was wrong, or our clock is behind now: what was
 * listed since is unknown, and is read again.
 */
export async function readPosition(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  name: string,
  marginMs: number,
): Promise<Position> {
  const [row] = await db
    .select()
    .from(providerCheckpoints)
    .where(eq(providerCheckpoints.name, name))
  if (row && row.at.getTime() > clock.now().getTime() + marginMs / 3) return 'ahead'
  return row?.at
}
