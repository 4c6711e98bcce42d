import type { PlaceSource } from '#contract/points/points.ts'

/** Where a door's place comes from. */
export const sourceLabels: Record<PlaceSource, string> = {
  zip: 'Center of the ZIP code',
  import: 'Imported',
  pin: 'Pinned by staff',
  fix: 'Learned from drivers',
}
