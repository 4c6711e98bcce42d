import { z } from 'zod'
import { Id, MoneyText } from '../primitives.ts'

export const TenderMethod = z.enum(['cash', 'check', 'transfer'])
export type TenderMethod = z.infer<typeof TenderMethod>

/** Money received for an order without the card provider (rule 39). A reversal is negative. */
export const Tender = z.object({
  id: Id,
  method: TenderMethod,
  amount: MoneyText,
  receivedOn: z.string(),
  /** A check number or the reference of a transfer. */
  reference: z.string(),
})
export type Tender = z.infer<typeof Tender>

export const StaffTender = Tender.extend({
  /** The tender that this row takes back. */
  reversesId: Id.nullable(),
  /** Email address of the staff member who recorded it. */
  recordedBy: z.string(),
  createdAt: z.iso.datetime(),
})
export type StaffTender = z.infer<typeof StaffTender>
