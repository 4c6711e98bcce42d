/**
 * Any backend of the specification may answer: with fewer fields than ours, with null, with numbers
 * for texts, with fields of its own. These readers take what can be used; null stands for the rest.
 */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(answer: unknown): Fields {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  return isObject ? (answer as Fields) : {}
}

/** Ids and amounts may come as numbers. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? value : null
}

export const idOf = (value: unknown): string => textOf(value) ?? ''

/** Numbers may come as texts. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function listOf<Row>(answer: unknown, adapt: (row: unknown) => Row): Row[] {
  return Array.isArray(answer) ? answer.map(adapt) : []
}
