import { z } from 'zod'
import { StaffCredit } from '../credit.ts'
import { Schedule } from '../dispatch.ts'
import type { Endpoint } from '../endpoint.ts'
import { DeliveryStatus, Order, OrderStatus } from '../orders.ts'
import { apiPaths } from '../paths.ts'
import { Dispute, FraudWarning, Refund } from '../payments/refunds-and-disputes.ts'
import { StaffTender, TenderMethod } from '../payments/tenders.ts'
import { DeliveryDate, Id, MoneyText, Text } from '../primitives.ts'
import { CycleStatus, SubscriptionStatus } from '../subscriptions/subscriptions.ts'
import { refundFields } from './refund-fields.ts'
import { AuditEntry, CancelRefund, OrderForm, refundPermission, StaffCustomer } from './staff.ts'

const ById = z.object({ id: Id })

const EmailEntry = z.object({
  id: Id,
  kind: z.string(),
  status: z.enum(['pending', 'sent', 'discarded']),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
})

export const OrderDetail = z.object({
  order: Order,
  invoiceNumber: z.string(),
  paid: z.object({ at: z.iso.datetime(), amount: MoneyText, intentId: z.string() }).nullable(),
  refunded: MoneyText,
  /** The amount that can still be refunded. */
  refundable: MoneyText,
  /** The part of it that can go to the card; the rest is refunded as account credit. */
  refundableToCard: MoneyText,
  /** The part that can be paid back in cash, by check or by transfer. */
  refundableAsTender: MoneyText,
  /** The part that can become credit: of a disputed payment, only what credit paid. */
  refundableAsCredit: MoneyText,
  /** The product lines and the bottle deposit, for refunds by item. */
  refundableItems: z.array(
    z.object({
      /** The position among the order's price lines. */
      line: z.int(),
      label: z.string(),
      /** After discounts, with tax. */
      amount: MoneyText,
      quantity: z.int(),
      refundedQuantity: z.int(),
      refunded: MoneyText,
    }),
  ),
  /** Rule 17: the subscription is cancelled, and this delivery is still to be made. */
  isStillDelivered: z.boolean().optional(),
  refunds: z.array(Refund),
  /** Payments in cash, by check or by transfer, oldest first. */
  tenders: z.array(StaffTender),
  /** The amount still due on delivery or by invoice. */
  due: MoneyText,
  netDays: z.int().nullable(),
  disputes: z.array(Dispute),
  fraudWarnings: z.array(FraudWarning),
  schedules: z.array(
    Schedule.pick({
      id: true,
      truckId: true,
      scheduledDate: true,
      scheduledTime: true,
      status: true,
      notes: true,
      truck: true,
      isOnHold: true,
    }),
  ),
  emails: z.array(EmailEntry),
  history: z.array(AuditEntry),
  /** Set on the first order of a subscription and on its renewals. */
  subscription: z
    .object({
      id: Id,
      status: SubscriptionStatus,
      deliveryNotes: z.string().nullable().optional(),
      delivery: z
        .object({
          status: CycleStatus,
          reason: z.string().nullable(),
          isOnHold: z.boolean(),
          nextAttemptAt: z.iso.datetime().nullable(),
        })
        .nullable(),
    })
    .nullable(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const readOrderDetail = {
  method: 'GET',
  path: apiPaths.adminOrder,
  role: 'admin',
  permission: 'orders.read',
  summary: 'Read one order with its payments, emails, schedules and history',
  params: ById,
  reply: OrderDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

export const CustomerDetail = z.object({
  customer: StaffCustomer,
  orders: z.array(Order),
  credit: StaffCredit,
  /** Whether a phone order may be charged to a card of this customer (rule 38). */
  hasSavedCard: z.boolean(),
  history: z.array(AuditEntry),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

export const readCustomerDetail = {
  method: 'GET',
  path: apiPaths.adminCustomer,
  role: 'admin',
  permission: 'customers.read',
  summary: 'Read one customer with orders and history',
  params: ById,
  reply: CustomerDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

export const RefundForm = z
  .object({
    ...refundFields,
    destination: z.enum(['card', 'credit', 'tender']).default('card'),
    /** How a refund of tenders is paid back; required for them. */
    method: TenderMethod.optional(),
    reason: Text(3, 200, 'Please give a reason'),
  })
  .refine(({ amount, items }) => amount === undefined || items === undefined, {
    message: 'Choose items or enter an amount, not both',
    path: ['amount'],
  })
  .refine(({ destination, method }) => destination !== 'tender' || method !== undefined, {
    message: 'Choose how you paid it back',
    path: ['method'],
  })

export const refundOrder = {
  method: 'POST',
  path: apiPaths.adminOrderRefund,
  role: 'admin',
  permission: 'refunds.create',
  needsConfirmation: true,
  summary:
    'Refund an order: items, an amount or all of it, to the card, as account credit or as a tender',
  params: ById,
  body: RefundForm,
  reply: OrderDetail,
  failures: ['not_found', 'invalid', 'stale', 'nothing_to_refund'],
} as const satisfies Endpoint

export const resendEmail = {
  method: 'POST',
  path: apiPaths.adminEmailResend,
  role: 'admin',
  permission: 'orders.write',
  summary: 'Resend an email',
  params: ById,
  reply: EmailEntry,
  failures: ['not_found'],
} as const satisfies Endpoint

/** The maximum number of orders in a bulk update. */
const MAX_BULK = 500
const Ids = z.array(Id).min(1).max(MAX_BULK)

/** The undo window of a bulk update. Emails, refunds and other effects wait until it closes. */
export const UNDO_MS = 10_000

/** The state of an order before a bulk update, and its version after the update. */
export const OrderSnapshot = z.object({
  id: Id,
  status: OrderStatus,
  deliveryStatus: DeliveryStatus,
  version: z.int(),
})
export type OrderSnapshot = z.infer<typeof OrderSnapshot>

export const updateOrders = {
  method: 'PATCH',
  path: apiPaths.adminOrdersBulk,
  role: 'admin',
  permission: 'orders.write',
  summary: 'Set the status of several orders, all or none; returns the data needed to undo it',
  body: z.object({
    ids: Ids,
    status: OrderForm.shape.status.optional(),
    deliveryStatus: OrderForm.shape.deliveryStatus.optional(),
    /** Expected versions. If any order has changed since, none is updated. */
    versions: z.record(Id, z.int()).optional(),
    /** Refunds the paid orders once the undo window has closed. */
    refund: CancelRefund,
  }),
  bodyPermission: refundPermission,
  reply: z.array(OrderSnapshot),
  failures: ['invalid', 'not_found', 'stale', 'nothing_to_refund'],
} as const satisfies Endpoint

/** Rows that someone else changed or deleted since the bulk update are skipped. */
const UndoResult = z.object({ undone: z.array(Id), skipped: z.array(Id) })
export type UndoResult = z.infer<typeof UndoResult>

export const undoOrders = {
  method: 'POST',
  path: apiPaths.adminOrdersUndo,
  role: 'admin',
  permission: 'orders.write',
  summary: 'Undo a bulk update for the orders that were not changed since',
  body: z.object({ orders: z.array(OrderSnapshot).min(1).max(MAX_BULK) }),
  reply: UndoResult,
  failures: ['invalid'],
} as const satisfies Endpoint

export const scheduleOrders = {
  method: 'POST',
  path: apiPaths.adminSchedulesBulk,
  role: 'admin',
  permission: 'schedules.write',
  summary: 'Schedule several orders on one truck and date, all or none; returns data for an undo',
  body: z.object({
    orderIds: Ids,
    truckId: Id.nullish(),
    scheduledDate: DeliveryDate('Date is required'),
    /** Expected versions. If any order has changed since, none is scheduled. */
    versions: z.record(Id, z.int()).optional(),
  }),
  reply: z.array(Schedule),
  status: 201,
  failures: ['invalid', 'unknown_order', 'unknown_truck', 'closed_date', 'stale', 'route_closed'],
} as const satisfies Endpoint

export const undoSchedules = {
  method: 'POST',
  path: apiPaths.adminSchedulesUndo,
  role: 'admin',
  permission: 'schedules.write',
  summary: 'Delete the schedules of a bulk update that were not changed since',
  body: z.object({
    schedules: z
      .array(Schedule.pick({ id: true, version: true }))
      .min(1)
      .max(MAX_BULK),
  }),
  reply: UndoResult,
  failures: ['invalid'],
} as const satisfies Endpoint
