import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Frequency, Id, MoneyText, Text } from '../primitives.ts'
import { ListQuery } from '../staff/listing.ts'
import { AuditEntry } from '../staff/staff.ts'
import { CycleStatus, Subscription, SubscriptionStatus } from './subscriptions.ts'

const ById = z.object({ id: Id })

export const StaffSubscription = z.object({
  id: Id,
  status: SubscriptionStatus,
  pausedUntil: z.string().nullable(),
  frequency: Frequency,
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  /** The next upcoming delivery, whether or not its order exists yet. */
  nextDate: z.string().nullable(),
  /** Per delivery, at today's prices. */
  total: MoneyText,
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type StaffSubscription = z.infer<typeof StaffSubscription>

export const listStaffSubscriptions = {
  method: 'GET',
  path: apiPaths.adminSubscriptions,
  role: 'admin',
  permission: 'subscriptions.read',
  summary: 'List subscriptions, newest first',
  query: ListQuery,
  reply: z.array(StaffSubscription),
  failures: [],
} as const satisfies Endpoint

const Attempt = z.object({
  number: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  amount: MoneyText,
  /** Null while the outcome is unknown. */
  outcome: z.enum(['paid', 'soft', 'hard', 'authentication', 'not_processed']).nullable(),
  code: z.string().nullable(),
})

export const SubscriptionDetail = z.object({
  subscription: Subscription,
  customerId: Id.nullable(),
  customerEmail: z.string().nullable(),
  consent: z.object({ text: z.string(), givenAt: z.iso.datetime() }).nullable(),
  /** For staff and drivers, such as "Side door". */
  deliveryNotes: z.string().nullable().optional(),
  cycles: z.array(
    z.object({
      cycle: z.int(),
      date: z.string(),
      status: CycleStatus,
      reason: z.string().nullable(),
      orderId: Id.nullable(),
      total: MoneyText.nullable(),
      failedAttempts: z.int(),
      code: z.string().nullable(),
      dueAt: z.iso.datetime().nullable(),
      isOnHold: z.boolean(),
      /** Delivered and never charged; staff decide. */
      isUncharged: z.boolean(),
      /** Whether staff may mark it as delivered and charge it. */
      canCharge: z.boolean(),
      attempts: z.array(Attempt),
    }),
  ),
  emails: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      status: z.enum(['pending', 'sent', 'discarded']),
      createdAt: z.iso.datetime(),
      sentAt: z.iso.datetime().nullable(),
    }),
  ),
  history: z.array(AuditEntry),
})
export type SubscriptionDetail = z.infer<typeof SubscriptionDetail>

export const readStaffSubscription = {
  method: 'GET',
  path: apiPaths.adminSubscription,
  role: 'admin',
  permission: 'subscriptions.read',
  summary: 'Read one subscription with its cycles, attempts, emails and history',
  params: ById,
  reply: SubscriptionDetail,
  failures: ['not_found'],
} as const satisfies Endpoint

export const MAX_DELIVERY_NOTES = 1_000

const Cycle = z.int().min(1).max(100_000)

/** A change that staff make on the customer's behalf. */
export const StaffSubscriptionChange = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pause'),
    until: DeliveryDate('Please select a date').nullish(),
  }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('skip'), cycle: Cycle }),
  z.object({ type: z.literal('unskip'), cycle: Cycle }),
  z.object({ type: z.literal('cancel') }),
  /** Retries the charge now, if the card may be retried. */
  z.object({ type: z.literal('retry'), cycle: Cycle }),
  /** Releases a delivery on hold although it is not paid. */
  z.object({ type: z.literal('release'), cycle: Cycle }),
  /** Marks a delivery that was not charged on its date as delivered, and charges it. */
  z.object({ type: z.literal('charge'), cycle: Cycle }),
  /** Replaces the notes for staff and drivers; empty removes them. */
  z.object({ type: z.literal('notes'), notes: Text(0, MAX_DELIVERY_NOTES) }),
])
export type StaffSubscriptionChange = z.infer<typeof StaffSubscriptionChange>

export const changeStaffSubscription = {
  method: 'PATCH',
  path: apiPaths.adminSubscription,
  role: 'admin',
  permission: 'subscriptions.write',
  summary: "Pause, skip, cancel, retry, release or charge on the customer's behalf, or edit notes",
  params: ById,
  body: StaffSubscriptionChange,
  bodyPermission: ({ type }: StaffSubscriptionChange) =>
    type === 'retry' || type === 'charge' ? 'payments.charge' : undefined,
  reply: SubscriptionDetail,
  failures: [
    'not_found',
    'invalid',
    'past_cutoff',
    'not_active',
    'payment_disputed',
    'no_delivery',
    'bad_date',
    'closed_date',
    'card_declined',
  ],
} as const satisfies Endpoint
