/**
 * Any backend of the specification may answer: with fewer fields than ours, with null, with numbers
 * for texts, with fields of its own. These readers take what can be used; null stands for the rest.
 */
export type Fields = Readonly<Record<string, unknown>>

export function toFields(answer: unknown): Fields {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  return isObject ? (answer as Fields) : {}
}

/** Ids and amounts may come as numbers. */
export function toText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : null
}

export const toId = (value: unknown): string => toText(value) ?? ''

/** Numbers may come as texts. */
export function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function toList<Row>(answer: unknown, adapt: (row: unknown) => Row): Row[] {
  return Array.isArray(answer) ? answer.map(adapt) : []
}
