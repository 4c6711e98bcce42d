import type { Receipt } from '#contract/driver/receipts.ts'
import { toRows } from './own-rows.ts'
import { toFields, toNumber } from './read.ts'

/** Only our backend has receipts. The bottles are null if it does not send them. */
export function adaptReceipt(body: unknown): Receipt {
  const receipt = toFields(body)
  return {
    ...(receipt as unknown as Receipt),
    lines: toRows(receipt.lines),
    photos: toRows(receipt.photos),
    balance: toNumber(receipt.balance),
  }
}
