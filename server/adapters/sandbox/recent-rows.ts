export type Row = {
  id: string
  type: string
  version: number
  behavior: string | null
  customer: string | null
  email: string | null
  data: unknown
}

const MAX_ROWS = 500

/**
 * Objects as this process wrote them last. A change that starts from a remembered object needs no read:
 * its write applies only if no other process has changed the object.
 */
export class RecentRows {
  private readonly rows = new Map<string, Row>()

  /** Returns all of these objects, or undefined if one is not remembered. */
  find(ids: string[]): Row[] | undefined {
    const found: Row[] = []
    for (const id of ids) {
      const row = this.rows.get(id)
      if (!row) return undefined
      found.push(row)
    }
    return found
  }

  remember(row: Row): void {
    const known = this.rows.get(row.id)
    // Responses of two connections can arrive in another order than their commits.
    if (known && known.version > row.version) return
    this.rows.delete(row.id)
    this.rows.set(row.id, row)
    if (this.rows.size > MAX_ROWS) this.rows.delete(this.rows.keys().next().value ?? '')
  }

  forget(id: string): void {
    this.rows.delete(id)
  }
}
