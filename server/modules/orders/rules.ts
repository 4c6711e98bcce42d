/** For a day the unguessable id is the key; after that only those it concerns (rule 10). */
export const OPEN_READING_MS = 24 * 3_600_000

export type Reader = {
  isStaff: boolean
  customerId: string | undefined
  hasCheckoutCookie: boolean
}

export function canSeePerson(
  order: { createdAt: Date; customerId: string | null },
  reader: Reader,
  now: Date,
): boolean {
  if (now.getTime() - order.createdAt.getTime() < OPEN_READING_MS) return true
  if (reader.isStaff || reader.hasCheckoutCookie) return true
  return reader.customerId !== undefined && reader.customerId === order.customerId
}
