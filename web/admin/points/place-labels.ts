import type { DeliveryPoint, PlaceSource } from '#contract/points/points.ts'

/** Where a door's place comes from. */
export const sourceLabels: Record<PlaceSource, string> = {
  zip: 'Center of the ZIP code',
  import: 'Imported',
  pin: 'Pinned by staff',
  fix: 'Learned from drivers',
}

const FEET_PER_MILE = 5280

/** '180 ft' or '4.2 mi'. */
const lengthText = (miles: number): string =>
  miles < 0.1 ? `${Math.round((miles * FEET_PER_MILE) / 10) * 10} ft` : `${miles.toFixed(1)} mi`

/** How many visits a learned place comes from, and how far it is from what counted before. */
export function learnedText({ learned, importedPlace }: DeliveryPoint): string | undefined {
  if (!learned) return undefined
  const visits = learned.visits === 1 ? '1 visit' : `${learned.visits} visits`
  const otherwise = importedPlace ? 'the imported place' : 'the center of the ZIP code'
  return learned.miles === null
    ? `Learned from ${visits}`
    : `Learned from ${visits}, ${lengthText(learned.miles)} from ${otherwise}`
}
