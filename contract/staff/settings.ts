import { z } from 'zod'
import { isTimeZone } from '../dates/time-zone.ts'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate, Email, Id, Line, Text } from '../primitives.ts'
import { PlanningChange, PlanningSettings } from '../routes/planning-settings.ts'
import { LandingEffect } from '../zones/landing.ts'

/** Settings without a date. Dated rules are in the calendar. */
export const SettingsForm = z.object({
  name: Line(1, 80, 'Enter a name of up to 80 characters'),
  phone: Line(7, 40, 'Enter a valid phone number'),
  email: Email('Enter a valid email address'),
  city: Line(1, 100, 'Enter a city and state'),
  town: Line(1, 100, 'Enter a town and state'),
  legalContact: Text(0, 500, 'Use at most 500 characters'),
})
export type SettingsForm = z.infer<typeof SettingsForm>

/** Rule 32: ask subscribers to agree to a higher price, or notify them only. */
export const PriceIncreaseMode = z.enum(['ask', 'notice'])
export type PriceIncreaseMode = z.infer<typeof PriceIncreaseMode>

const hour = (message: string) => z.int(message).min(0, message).max(23, message)

/** Rule 34: hours that the shop needs between the reminder and the cut-off. */
const MIN_HOURS_TO_CHANGE = 24

const PeriodFields = z.object({
  from: DeliveryDate('Choose a date'),
  timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone'),
  dayStartHour: hour('Choose the hour at which deliveries start'),
  cutoffHours: z
    .int('Enter a number of hours')
    .min(12, 'Enter at least 12 hours')
    .max(168, 'Enter at most 168 hours (a week)'),
  chargeHour: hour('Choose the hour of charges'),
  reminderDays: z
    .int('Enter a number of days')
    .min(2, 'Enter at least 2 days')
    .max(14, 'Enter at most 14 days'),
})

/** The calendar of the shop from a date on. */
export const CalendarChange = PeriodFields.superRefine((period, context) => {
  const { dayStartHour, cutoffHours, chargeHour, reminderDays } = period
  const addIssue = (field: keyof typeof period, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (chargeHour > dayStartHour) {
    addIssue('chargeHour', 'Charge no later than the start of deliveries')
  }
  if (chargeHour < dayStartHour - cutoffHours) {
    addIssue('chargeHour', 'Charge after the change deadline, so that no change comes too late')
  }
  if (reminderDays * 24 + dayStartHour - cutoffHours < MIN_HOURS_TO_CHANGE) {
    addIssue('reminderDays', 'Send the reminder at least a day before the change deadline')
  }
})
export type CalendarChange = z.infer<typeof CalendarChange>

export const CalendarPeriod = z.object({
  from: z.iso.date(),
  timeZone: z.string(),
  dayStartHour: z.int(),
  cutoffHours: z.int(),
  chargeHour: z.int(),
  reminderDays: z.int(),
})

const DEPOSIT_MESSAGE = 'Enter an amount of up to 100.00'
/** Up to 100 dollars a bottle. */
const DepositCents = z.int(DEPOSIT_MESSAGE).min(0, DEPOSIT_MESSAGE).max(10_000, DEPOSIT_MESSAGE)

export const Settings = SettingsForm.extend({
  priceIncreases: PriceIncreaseMode,
  version: z.int(),
  /** Rule 41: whether sales tax is added to orders. */
  chargesTax: z.boolean(),
  /** Rule 42: the deposit of a returnable bottle; 0 means none. */
  depositCents: DepositCents,
  isDepositTaxable: z.boolean(),
  /** Rule 46: whether customers can only order for the route days of their zone. */
  routeDaysOnly: z.boolean(),
  /** How routes are planned; with defaults for what the owner never changed. */
  routing: PlanningSettings,
  calendar: z.object({
    periods: z.array(CalendarPeriod),
    closedDates: z.array(z.object({ date: z.iso.date(), name: z.string() })),
  }),
})
export type Settings = z.infer<typeof Settings>

export const getSettings = {
  method: 'GET',
  path: apiPaths.adminSettings,
  role: 'admin',
  permission: 'settings.manage',
  summary: "Read the shop's settings",
  reply: Settings,
  failures: [],
} as const satisfies Endpoint

const PreviewQuery = z.object({ preview: z.enum(['true', 'false']).optional() })

export const updateSettings = {
  method: 'PATCH',
  path: apiPaths.adminSettings,
  role: 'admin',
  permission: 'settings.manage',
  summary: "Change some of the shop's settings; preview=true saves nothing",
  query: PreviewQuery,
  body: SettingsForm.partial().extend({
    priceIncreases: PriceIncreaseMode.optional(),
    chargesTax: z.boolean().optional(),
    depositCents: DepositCents.optional(),
    isDepositTaxable: z.boolean().optional(),
    routeDaysOnly: z.boolean().optional(),
    routing: PlanningChange.optional(),
    version: z.int().optional(),
  }),
  /** `landing` is set if the change turns _Route days only_ on or off. */
  reply: Settings.extend({ landing: LandingEffect.optional() }),
  failures: ['invalid', 'stale'],
} as const satisfies Endpoint

/** How an open delivery is affected by a change of the calendar. */
export const AffectedDelivery = z.object({
  orderId: Id,
  customerName: z.string(),
  deliveryDate: z.iso.date(),
  changeUntil: z.object({ before: z.iso.datetime(), after: z.iso.datetime() }),
  /** Effects on renewals that are not charged yet. */
  chargedFrom: z.object({ before: z.iso.datetime(), after: z.iso.datetime() }).nullable(),
})
export type AffectedDelivery = z.infer<typeof AffectedDelivery>

export const CalendarResult = z.object({
  settings: Settings,
  /** Open deliveries from that date on; the list has the first ones by date. */
  affectedCount: z.int(),
  affected: z.array(AffectedDelivery),
})
export type CalendarResult = z.infer<typeof CalendarResult>

export const changeCalendar = {
  method: 'POST',
  path: apiPaths.adminSettingsCalendar,
  role: 'admin',
  permission: 'settings.manage',
  summary:
    'Change time zone, hours, cut-off and reminder from a date on; preview=true saves nothing',
  query: PreviewQuery,
  body: CalendarChange.safeExtend({ version: z.int().optional() }),
  reply: CalendarResult,
  failures: ['invalid', 'stale'],
} as const satisfies Endpoint

export const withdrawCalendarChange = {
  method: 'DELETE',
  path: apiPaths.adminSettingsCalendarPeriod,
  role: 'admin',
  permission: 'settings.manage',
  summary: 'Withdraw a change of the calendar that has not started; preview=true saves nothing',
  params: z.object({ from: z.iso.date() }),
  query: PreviewQuery.extend({ version: z.coerce.number().int().optional() }),
  reply: CalendarResult,
  failures: ['not_found', 'invalid', 'stale'],
} as const satisfies Endpoint
