/** As much of a receipt as decides which of its emails is sent. */
export type ReceiptState = {
  eventId: string | null
  revision: number
  /** The content of the last email to the customer. */
  sentEventId: string | null
  sentRevision: number | null
}

/** Of an email, so that each change of a receipt has one. */
export const toDedupeSuffix = ({ stopId, revision }: { stopId: string; revision: number }) =>
  `${stopId} ${revision}`

export function parseSuffix(suffix = ''): { stopId: string; revision: number } {
  const [stopId = '', revision] = suffix.split(' ')
  return { stopId, revision: Number(revision) }
}

export type ReceiptKind = 'new' | 'corrected' | 'withdrawn'

/**
 * The content of the email of this revision. Nothing if the receipt has changed since, or if the
 * customer knows already: a driver may undo a correction. Staff may send the last email again.
 */
export function receiptKind(receipt: ReceiptState, revision: number): ReceiptKind | undefined {
  const { eventId, sentEventId, sentRevision } = receipt
  const isKnown = sentRevision !== null && eventId === sentEventId
  if (isKnown) {
    if (revision !== sentRevision) return undefined
    return eventId ? 'new' : 'withdrawn'
  }
  if (revision !== receipt.revision) return undefined
  if (eventId === null) return sentEventId === null ? undefined : 'withdrawn'
  return sentEventId === null && sentRevision === null ? 'new' : 'corrected'
}
