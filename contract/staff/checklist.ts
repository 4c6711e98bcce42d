import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { DeliveryDate } from '../primitives.ts'

/** Items that only the owner can confirm; recorded with name and time. */
export const ConfirmableItem = z.enum(['legal_texts', 'sales_tax', 'backup', 'restore_test'])
export type ConfirmableItem = z.infer<typeof ConfirmableItem>

export const ChecklistItem = z.object({
  id: z.enum([
    'card_keys',
    'webhook',
    'billing_portal',
    'test_email',
    'time_zone',
    'legal_texts',
    'sales_tax',
    'demo_data',
    'backup',
    'restore_test',
    'two_step',
  ]),
  /** `unknown`: the provider did not answer, so the result is not known right now. */
  state: z.enum(['done', 'to_do', 'unknown']),
  /** The finding, or the one thing to do. */
  text: z.string(),
  /** A page of this shop where it is done or can be read. */
  link: z.object({ label: z.string(), path: z.string() }).nullable(),
  confirmed: z
    .object({ by: z.string(), at: z.iso.datetime(), date: z.iso.date().nullable() })
    .nullable(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const Checklist = z.object({ items: z.array(ChecklistItem) })
export type Checklist = z.infer<typeof Checklist>

export const readChecklist = {
  method: 'GET',
  path: apiPaths.adminChecklist,
  role: 'admin',
  permission: 'settings.manage',
  summary: 'Read what is left to do before the shop goes live',
  reply: Checklist,
  failures: [],
} as const satisfies Endpoint

export const confirmChecklistItem = {
  method: 'POST',
  path: apiPaths.adminChecklistConfirmations,
  role: 'admin',
  permission: 'settings.manage',
  summary: 'Record that an item of the checklist is done; backups and restore tests have a date',
  body: z.object({ item: ConfirmableItem, doneOn: DeliveryDate('Choose a date').optional() }),
  reply: Checklist,
  failures: ['invalid'],
} as const satisfies Endpoint

export const TestEmailResult = z.object({
  isSent: z.boolean(),
  to: z.string(),
  /** The mail server's answer, or why there was none. */
  answer: z.string(),
})
export type TestEmailResult = z.infer<typeof TestEmailResult>

export const sendTestEmail = {
  method: 'POST',
  path: apiPaths.adminChecklistTestEmail,
  role: 'admin',
  permission: 'settings.manage',
  summary: "Send a test email to the owner and report the mail server's answer",
  reply: TestEmailResult,
  failures: ['too_many'],
} as const satisfies Endpoint
