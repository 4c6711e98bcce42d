import { createHmac, timingSafeEqual } from 'node:crypto'

type UploadKey = { deviceId: string; routeId: string }

const sign = (linkKey: string, { deviceId, routeId }: UploadKey) =>
  createHmac('sha256', linkKey).update(`upload:${deviceId}:${routeId}`).digest('base64url')

/** Derived, not stored: a phone that loads its route again gets the same key. */
export const toUploadKey = (linkKey: string, key: UploadKey): string =>
  `${key.deviceId}.${key.routeId}.${sign(linkKey, key)}`

export function readUploadKey(linkKey: string, text: string): UploadKey | undefined {
  const [deviceId = '', routeId = '', signature = '', ...rest] = text.split('.')
  const expected = Buffer.from(sign(linkKey, { deviceId, routeId }))
  const given = Buffer.from(signature)
  const isGenuine =
    rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  return isGenuine ? { deviceId, routeId } : undefined
}
