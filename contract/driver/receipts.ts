import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id } from '../primitives.ts'
import { CountLine, FailureReason } from './events.ts'

/** Rule 62: bottles that a driver left and took at the door, as counted. */
export const Receipt = z.object({
  /** The id of the stop. A delivery whose rest came later has two receipts. */
  id: Id,
  at: z.iso.datetime(),
  lines: z.array(CountLine.extend({ name: z.string() })),
  /** Bottles at the customer's place afterward; null for callers who may not see it. */
  balance: z.int().nullable(),
  /** The SHA-256 of each photo that can be read; empty for callers who may not. */
  photos: z.array(z.string()),
  /** The driver's note for dispatch; null except for staff. */
  note: z.string().nullable(),
  /** When it was emailed; null until then. */
  sentAt: z.iso.datetime().nullable(),
  /** Rule 58: why nothing was left. Only staff read visits that failed; null for all others. */
  failureReason: FailureReason.nullable(),
})
export type Receipt = z.infer<typeof Receipt>

const ById = z.object({ id: Id })

export const readReceipts = {
  method: 'GET',
  path: apiPaths.orderReceipts,
  role: 'public',
  summary: 'Read the receipts of an order without photos; the balance depends on the caller',
  params: ById,
  reply: z.array(Receipt),
  failures: ['not_found'],
} as const satisfies Endpoint

export const readOwnReceipts = {
  method: 'GET',
  path: apiPaths.customerOrderReceipts,
  role: 'customer',
  summary: "Read the receipts of one of the customer's orders",
  params: ById,
  reply: z.array(Receipt),
  failures: ['not_found'],
} as const satisfies Endpoint

export const readStaffReceipts = {
  method: 'GET',
  path: apiPaths.adminOrderReceipts,
  role: 'admin',
  permission: 'orders.read',
  summary: 'Read the receipts of an order, and the visits that failed',
  params: ById,
  reply: z.array(Receipt),
  failures: ['not_found'],
} as const satisfies Endpoint
