import { createHash } from 'node:crypto'

type DoorFields = { id: string; deliveryAddress: string | null; deliveryZip: string }

const abbreviations: Record<string, string> = {
  ...{ street: 'st', avenue: 'ave', road: 'rd', drive: 'dr', lane: 'ln', court: 'ct' },
  ...{ boulevard: 'blvd', apartment: 'apt' },
}
const shorten = (word: string) => abbreviations[word] ?? word

/** Deliveries to one address are one visit, also of different customers. */
export function toDoor(order: DoorFields): string {
  const address = order.deliveryAddress
    ?.toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(street|avenue|road|drive|lane|court|boulevard|apartment)\b/g, shorten)
    .trim()
  return address ? `${address} ${order.deliveryZip.slice(0, 5)}` : order.id
}

/**
 * A customer's door, for as long as the address stays. The address is hashed, because a standing order
 * outlives the deliveries and needs no addresses. Null for a delivery without a customer.
 */
export function standingDoor(order: DoorFields & { customerId: string | null }): string | null {
  if (!order.customerId || !order.deliveryAddress) return null
  const address = createHash('sha256').update(toDoor(order)).digest('hex').slice(0, 16)
  return `${order.customerId} ${address}`
}
