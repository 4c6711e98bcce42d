import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { addressKeySql } from './address-key.ts'
import { deliveryPoints } from './tables.ts'

type Instructions = {
  customerId: string
  deliveryAddress: string
  deliveryZip: string
  text: string | null | undefined
  /** The customer is logged in, or staff entered it for them. */
  isOwn: boolean
}

/**
 * Stores the instructions that came with an order, for its address. Without login they are stored next
 * to the customer's own: an email address alone must not change what a driver does at a door.
 */
export async function saveInstructions(
  tx: Tx,
  { clock }: { clock: Clock },
  { customerId, deliveryAddress, deliveryZip, text, isOwn }: Instructions,
): Promise<void> {
  if (!text?.trim()) return
  const texts = isOwn
    ? { instructions: text, guestInstructions: null }
    : { guestInstructions: text }
  await tx
    .insert(deliveryPoints)
    .values({
      customerId,
      addressKey: addressKeySql(sql`${deliveryAddress}::text`, sql`${deliveryZip}::text`),
      address: deliveryAddress,
      zip: deliveryZip,
      ...texts,
      updatedAt: clock.now(),
    })
    .onConflictDoUpdate({
      target: [deliveryPoints.customerId, deliveryPoints.addressKey],
      set: { ...texts, version: sql`${deliveryPoints.version} + 1`, updatedAt: clock.now() },
    })
}
