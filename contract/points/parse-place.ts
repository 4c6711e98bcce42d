import type { Place } from './points.ts'

const NUMBER = '(-?\\d{1,3}(?:\\.\\d{1,15})?)'
const PAIR = new RegExp(`^[\\s(\\[]*${NUMBER}°?\\s*[,;\\s]\\s*${NUMBER}°?[\\s)\\]]*$`)

/** Reads '41.93, -74.02', as maps copy it. Undefined if it is no place on earth. */
export function parsePlace(text: string): Place | undefined {
  const [, lat, lon] = PAIR.exec(text) ?? []
  if (lat === undefined || lon === undefined) return undefined
  const place = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : undefined
}

/** '41.93, -74.02' */
export const placeText = ({ lat, lon }: Place): string => `${short(lat)}, ${short(lon)}`

const short = (degrees: number) => String(Math.round(degrees * 1e6) / 1e6)
