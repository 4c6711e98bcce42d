import type { BoardDelivery } from '#contract/routes/board.ts'
import { addressText, customerLabel } from '../model/stop-texts.ts'

/** Deliveries with every word of the search in their name or address. Zone 'none': in no zone. */
export function filterDeliveries(
  deliveries: readonly BoardDelivery[],
  searchText: string,
  zone: string | undefined,
): readonly BoardDelivery[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && zone === undefined) return deliveries
  return deliveries.filter((delivery) => {
    if (zone !== undefined && (delivery.zoneId ?? 'none') !== zone) return false
    const text = `${customerLabel(delivery)} ${addressText(delivery)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
