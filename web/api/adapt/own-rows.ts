/** Rows of a list that only our backend has, as the contract says. Empty if the reply is no list. */
export const toRows = <Row>(body: unknown): Row[] => (Array.isArray(body) ? body : [])

/** For a list whose absence would look as if all were well: another reply is an error. */
export function requireRows<Row>(body: unknown, name: string): Row[] {
  if (!Array.isArray(body)) throw new Error(`not a list of ${name}`)
  return body
}
