/** For a day the unguessable order id gives access; afterward only the viewers of rule 10. */
export const PUBLIC_READ_MS = 24 * 3_600_000

export type Viewer = {
  isStaff: boolean
  customerId: string | undefined
  hasCheckoutCookie: boolean
}

export function canSeePersonalData(
  order: { createdAt: Date; customerId: string | null },
  viewer: Viewer,
  now: Date,
): boolean {
  if (now.getTime() - order.createdAt.getTime() < PUBLIC_READ_MS) return true
  if (viewer.isStaff || viewer.hasCheckoutCookie) return true
  return viewer.customerId !== undefined && viewer.customerId === order.customerId
}
