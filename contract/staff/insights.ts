import { z } from 'zod'
import { ScheduleStatus } from '../dispatch.ts'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { COUNT_LIMIT } from './listing.ts'

const ByDay = z.object({ date: z.string(), orders: z.int(), revenueCents: z.int() })
const Bottles = z.object({ date: z.string(), bottles: z.int() })

const CappedCount = z.int().max(COUNT_LIMIT + 1)

const RecurringMonth = z.object({
  /** 'YYYY-MM' in the shop's zone. */
  month: z.string(),
  /** Revenue of renewals, net of refunds. */
  revenueCents: z.int(),
  cancelled: z.int(),
  activeAtStart: z.int(),
})

export const Insights = z.object({
  days: z.array(ByDay),
  /** Rule 42: what the shop owes for bottles on deposit. No part of the revenue. */
  deposits: z.object({ bottles: z.int(), cents: z.int() }),
  bottles: z.array(Bottles),
  deliveries: z.array(z.object({ status: ScheduleStatus, count: z.int() })),
  /** The number of orders that need attention, by reason; 1,001 if there are more than 1,000. */
  needsAttention: z.object({
    unscheduled: CappedCount,
    failedDeliveries: CappedCount,
    failedPayments: CappedCount,
    failedRefunds: CappedCount,
    overdueInvoices: CappedCount,
    /** Orders with a disputed payment, or one that the bank reports as likely fraud. */
    disputed: CappedCount,
    fraudWarnings: CappedCount,
    withoutTruck: CappedCount,
    /** Subscriptions with a delivery on hold, or with one that was delivered and never charged. */
    onHold: z.int(),
    uncharged: z.int(),
    /** Deliveries of subscriptions that are paid by invoice. */
    uninvoiced: z.int(),
    /** Problems that customers reported and no one answered. */
    openCases: z.int(),
  }),
  recurring: z.object({
    active: z.int(),
    /** Monthly value of the active subscriptions at today's prices. */
    monthlyCents: z.int(),
    months: z.array(RecurringMonth),
    failed: z.array(z.object({ state: z.enum(['unpaid', 'past_due']), count: z.int() })),
  }),
})
export type Insights = z.infer<typeof Insights>

export const readInsights = {
  method: 'GET',
  path: apiPaths.adminInsights,
  role: 'admin',
  permission: 'dashboard.read',
  summary: 'Read the dashboard charts: the last 30 days, the next 14, and what needs attention',
  reply: Insights,
  failures: [],
} as const satisfies Endpoint
