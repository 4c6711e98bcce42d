import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { DeliveryStatus, Order, OrderStatus } from '../orders.ts'
import { apiPaths } from '../paths.ts'
import { Id, Text } from '../primitives.ts'
import { ListQuery } from './listing.ts'

const ById = z.object({ id: Id })

/** If set, an update fails as stale when the row has a newer version. */
const ExpectedVersion = z.int().optional()

export const StaffCustomer = z.object({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** Net days of invoices; null if the customer may not pay by invoice (rule 38). */
  invoiceNetDays: z.int().nullable(),
  role: z.literal('customer'),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type StaffCustomer = z.infer<typeof StaffCustomer>

export const listStaffCustomers = {
  method: 'GET',
  path: apiPaths.adminCustomers,
  role: 'admin',
  permission: 'customers.read',
  summary: 'List customers, newest first',
  query: ListQuery,
  reply: z.array(StaffCustomer),
  failures: [],
} as const satisfies Endpoint

export const INVOICE_NET_DAYS = [15, 30] as const
const InvoiceNetDays = z.literal(INVOICE_NET_DAYS).nullable()

export const CustomerForm = z.object({ name: Text(0, 200), phone: Text(0, 40) })
export type CustomerForm = z.infer<typeof CustomerForm>

export const updateCustomer = {
  method: 'PATCH',
  path: apiPaths.adminCustomer,
  role: 'admin',
  permission: 'customers.write',
  summary: "Update a customer's name and phone; invoice terms need a further permission",
  params: ById,
  body: CustomerForm.partial().extend({
    invoiceNetDays: InvoiceNetDays.optional(),
    version: ExpectedVersion,
  }),
  bodyPermission: ({ invoiceNetDays }: { invoiceNetDays?: number | null | undefined }) =>
    invoiceNetDays === undefined ? undefined : 'customers.terms',
  reply: StaffCustomer,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint

export const listStaffOrders = {
  method: 'GET',
  path: apiPaths.adminOrders,
  role: 'admin',
  permission: 'orders.read',
  summary: 'List orders, newest first',
  query: ListQuery,
  reply: z.array(Order),
  failures: [],
} as const satisfies Endpoint

/** Rule 11: both spellings are accepted; one is stored. */
const spellings: Record<string, string> = { delivered: 'completed' }
const deliverySpellings: Record<string, string> = { in_transit: 'in-transit' }
const canonical = (aliases: Record<string, string>) => (text: unknown) =>
  typeof text === 'string' ? (aliases[text] ?? text) : text

export const OrderForm = z.object({
  status: z.preprocess(canonical(spellings), OrderStatus),
  deliveryStatus: z.preprocess(canonical(deliverySpellings), DeliveryStatus),
})
export type OrderForm = z.infer<typeof OrderForm>

/** With status cancelled: refunds the remaining payment. By default nothing is refunded. */
export const CancelRefund = z.boolean().optional()

/** Cancelling needs more than the permission to edit orders if it refunds. */
export const refundPermission = ({ refund }: { refund?: boolean | undefined }) =>
  refund ? 'refunds.create' : undefined

export const updateOrder = {
  method: 'PATCH',
  path: apiPaths.adminOrder,
  role: 'admin',
  permission: 'orders.write',
  summary: 'Set order status and delivery status; cancelling refunds the payment only if requested',
  params: ById,
  body: z.object({
    status: OrderForm.shape.status.optional(),
    deliveryStatus: OrderForm.shape.deliveryStatus.optional(),
    version: ExpectedVersion,
    refund: CancelRefund,
    /** Rule 17: also cancels what a cancelled subscription still gets. */
    cancelDelivery: z.boolean().optional(),
  }),
  bodyPermission: refundPermission,
  reply: Order,
  failures: ['not_found', 'invalid', 'stale', 'nothing_to_refund'],
} as const satisfies Endpoint

export const AuditActor = z.enum(['staff', 'customer', 'system', 'unknown'])
export type AuditActor = z.infer<typeof AuditActor>

export const AuditEntry = z.object({
  id: z.int(),
  actor: AuditActor,
  /** Empty unless the actor is staff. */
  staffEmail: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  subjectId: Id,
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The entity types of audit entries: the part of an action before the dot. */
export const auditSubjects = [
  'order',
  'customer',
  'truck',
  'schedule',
  'subscription',
  'product',
  'email',
  'staff',
  'alert',
  'setting',
  'checklist',
  'tax',
] as const

/** `status` filters by entity type. */
export const AuditQuery = ListQuery.extend({
  /** Filters by one order, customer, truck or schedule. */
  subjectId: Id.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const listAudit = {
  method: 'GET',
  path: apiPaths.adminAudit,
  role: 'admin',
  permission: 'audit.read',
  summary: 'List audit entries, newest first; q searches the actor and the entity id',
  query: AuditQuery,
  reply: z.array(AuditEntry),
  failures: [],
} as const satisfies Endpoint
