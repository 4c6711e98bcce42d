import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { DeliveryStatus, Order, OrderStatus } from '../orders.ts'
import { apiPaths } from '../paths.ts'
import { Id, Text } from '../primitives.ts'
import { ListQuery } from './listing.ts'

const ById = z.object({ id: Id })

/** Optional in every change: who names the version they saw is told when it is no longer that one. */
const ExpectedVersion = z.int().optional()

export const StaffCustomer = z.object({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.literal('customer'),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type StaffCustomer = z.infer<typeof StaffCustomer>

export const listStaffCustomers = {
  method: 'GET',
  path: apiPaths.adminCustomers,
  role: 'admin',
  summary: 'Customers, newest first',
  query: ListQuery,
  reply: z.array(StaffCustomer),
  failures: [],
} as const satisfies Endpoint

export const CustomerForm = z.object({ name: Text(0, 200), phone: Text(0, 40) })
export type CustomerForm = z.infer<typeof CustomerForm>

export const updateCustomer = {
  method: 'PATCH',
  path: apiPaths.adminCustomer,
  role: 'admin',
  summary: "Change a customer's name and phone",
  params: ById,
  body: CustomerForm.partial().extend({ version: ExpectedVersion }),
  reply: StaffCustomer,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const listStaffOrders = {
  method: 'GET',
  path: apiPaths.adminOrders,
  role: 'admin',
  summary: 'Orders, newest first',
  query: ListQuery,
  reply: z.array(Order),
  failures: [],
} as const satisfies Endpoint

/** Rule 11: both spellings are taken, one is stored. */
const spellings: Record<string, string> = { delivered: 'completed' }
const deliverySpellings: Record<string, string> = { in_transit: 'in-transit' }
const canonical = (words: Record<string, string>) => (text: unknown) =>
  typeof text === 'string' ? (words[text] ?? text) : text

export const OrderForm = z.object({
  status: z.preprocess(canonical(spellings), OrderStatus),
  deliveryStatus: z.preprocess(canonical(deliverySpellings), DeliveryStatus),
})
export type OrderForm = z.infer<typeof OrderForm>

/** With status cancelled: refund all that is left of the payment. Left out: the payment is kept. */
export const CancelRefund = z.boolean().optional()

export const updateOrder = {
  method: 'PATCH',
  path: apiPaths.adminOrder,
  role: 'admin',
  summary: 'Set order status and delivery status; a cancel refunds the payment only when asked to',
  params: ById,
  body: z.object({
    status: OrderForm.shape.status.optional(),
    deliveryStatus: OrderForm.shape.deliveryStatus.optional(),
    version: ExpectedVersion,
    refund: CancelRefund,
  }),
  reply: Order,
  failures: ['not_found', 'invalid', 'stale', 'nothing_to_refund'],
} as const satisfies Endpoint

export const AuditActor = z.enum(['staff', 'customer', 'system', 'unknown'])
export type AuditActor = z.infer<typeof AuditActor>

export const AuditEntry = z.object({
  id: z.int(),
  actor: AuditActor,
  /** Empty where it was not staff. */
  staffEmail: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  subjectId: Id,
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What a action was done to: the word before its dot, be it of one or of many. */
export const auditSubjects = [
  'order',
  'customer',
  'truck',
  'schedule',
  'subscription',
  'mail',
  'staff',
  'alert',
] as const

/** `status` is the kind of action. */
export const AuditQuery = ListQuery.extend({
  /** Everything that was done to one order, customer, truck or schedule. */
  subjectId: Id.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const listAudit = {
  method: 'GET',
  path: apiPaths.adminAudit,
  role: 'admin',
  summary: 'What staff did, newest first; q finds who did it, or the id it was done to',
  query: AuditQuery,
  reply: z.array(AuditEntry),
  failures: [],
} as const satisfies Endpoint
