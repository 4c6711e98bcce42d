/**
 * Readers for replies of any backend that implements the specification. Fields may be missing,
 * null, extra, or numbers instead of strings. Unusable values become null.
 */
export type Fields = Readonly<Record<string, unknown>>

export function toFields(body: unknown): Fields {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? (body as Fields) : {}
}

/** Accepts numbers, because ids and amounts may be sent as numbers. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : null
}

export const toId = (value: unknown): string => toText(value) ?? ''

/** Accepts strings, because numbers may be sent as strings. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function toList<Row>(body: unknown, adapt: (row: unknown) => Row): Row[] {
  return Array.isArray(body) ? body.map(adapt) : []
}
