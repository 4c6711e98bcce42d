import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Email, Text } from '../primitives.ts'

/** Text on one line: it is printed in headers of emails and in page titles. */
const Line = (min: number, max: number, message: string) =>
  Text(min, max, message).refine(
    (text) => text.trim().length >= min && !/[\p{Cc}\u2028\u2029]/u.test(text),
    message,
  )

/** What the owner changes without a date. Dated rules are in the calendar. */
export const SettingsForm = z.object({
  name: Line(1, 80, 'Enter a name of up to 80 characters'),
  phone: Line(7, 40, 'Enter a valid phone number'),
  email: Email('Enter a valid email address'),
  city: Line(1, 100, 'Enter a city and state'),
  town: Line(1, 100, 'Enter a town and state'),
  legalContact: Text(0, 500, 'Use at most 500 characters'),
})
export type SettingsForm = z.infer<typeof SettingsForm>

export const CalendarPeriod = z.object({
  from: z.iso.date(),
  timeZone: z.string(),
  dayStartHour: z.int(),
  cutoffHours: z.int(),
  chargeHour: z.int(),
  reminderDays: z.int(),
})

export const Settings = SettingsForm.extend({
  version: z.int(),
  calendar: z.object({ periods: z.array(CalendarPeriod) }),
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

export const updateSettings = {
  method: 'PATCH',
  path: apiPaths.adminSettings,
  role: 'admin',
  permission: 'settings.manage',
  summary: "Change some of the shop's settings",
  body: SettingsForm.partial().extend({ version: z.int().optional() }),
  reply: Settings,
  failures: ['invalid', 'stale'],
} as const satisfies Endpoint
