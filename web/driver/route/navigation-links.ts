import type { DriverStop } from '#contract/driver/route.ts'

export type NavigationLink = { name: string; href: string }

/** An address on one line, as map apps read it. */
export const addressLine = ({ street, city, state, zip }: DriverStop['address']): string =>
  [street, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')

/**
 * Links to the map apps. They search for the address, because a place that comes from a ZIP code can
 * be miles away from the door; without a street the place is all there is.
 */
export function navigationLinks({ address, place }: DriverStop): NavigationLink[] {
  const text = address.street || !place ? addressLine(address) : `${place.lat},${place.lon}`
  const query = encodeURIComponent(text)
  const center = place ? `${place.lat},${place.lon}` : '0,0'
  return [
    { name: 'Google Maps', href: `https://www.google.com/maps/dir/?api=1&destination=${query}` },
    { name: 'Apple Maps', href: `https://maps.apple.com/?daddr=${query}` },
    { name: 'Waze', href: `https://waze.com/ul?q=${query}&navigate=yes` },
    { name: 'Other map app', href: `geo:${center}?q=${query}` },
  ]
}

/** For a `tel:` link. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
