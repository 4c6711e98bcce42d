import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Frequency, Id, MoneyText } from '../primitives.ts'

/** How long the link to agree works. Sending it again makes a new one. */
export const AGREEMENT_DAYS = 30

/** A link that was emailed within these hours is not emailed again. */
export const REMIND_AFTER_HOURS = 24

const LineError = z.object({
  line: z.int(),
  column: z.string().nullable(),
  message: z.string(),
})

/**
 * The preview or the result of an import of subscriptions (rule 67). Lines that are known already
 * are no errors: the corrected file can be imported again.
 */
export const SubscriptionImportReport = z.object({
  /** Lines that can be imported, or were imported. */
  ready: z.int(),
  /** Lines whose email address and street address were imported before. */
  imported: z.int(),
  /** Lines whose customer has a subscription at this address. */
  subscribed: z.int(),
  /** Lines with at least one error. */
  broken: z.int(),
  /** Customers that the import adds. */
  newCustomers: z.int(),
  /** Lines without the number of bottles on deposit: their bottles count as paid. */
  withoutDepositCount: z.int().optional(),
  /** Bottles held beyond those on deposit, whose deposit is charged with the first delivery. */
  bottlesToCharge: z.int().optional(),
  lines: z.array(
    z.object({
      line: z.int(),
      outcome: z.enum(['ready', 'imported', 'subscribed']),
      name: z.string(),
      email: z.string(),
      items: z.string(),
      frequency: Frequency,
      nextDate: z.string(),
      /** The price of a delivery with the subscription discount, before tax and deposit. */
      total: MoneyText,
    }),
  ),
  errors: z.array(LineError),
  errorCount: z.int(),
  ignored: z.array(z.string()),
  /** Identifies the content of the file; the import must name it. */
  hash: z.string(),
})
export type SubscriptionImportReport = z.infer<typeof SubscriptionImportReport>

const upload = {
  method: 'POST',
  role: 'admin',
  permission: 'subscriptions.import',
  upload: 'text/csv',
  reply: SubscriptionImportReport,
} as const

export const previewSubscriptionImport = {
  ...upload,
  path: apiPaths.adminSubscriptionsImportPreview,
  summary: 'Preview the import of a CSV file of active subscriptions; writes nothing',
  failures: ['invalid', 'too_large', 'unsupported'],
} as const satisfies Endpoint

export const importSubscriptions = {
  ...upload,
  path: apiPaths.adminSubscriptionsImport,
  summary: 'Import active subscriptions from a CSV file; idempotent',
  query: z.object({
    /** The hash of the previewed file. */
    hash: z.string().max(100),
    /** `good` imports the lines without errors; `all` rejects a file with errors. */
    lines: z.enum(['all', 'good']).default('all'),
  }),
  failures: ['invalid', 'too_large', 'unsupported', 'stale'],
} as const satisfies Endpoint

export const ImportState = z.enum([
  'not_sent',
  'sending',
  'sent',
  'failed',
  'expired',
  'agreed',
  'declined',
])
export type ImportState = z.infer<typeof ImportState>

export const ImportedSubscription = z.object({
  id: Id,
  customerId: Id,
  state: ImportState,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  items: z.string(),
  frequency: Frequency,
  nextDate: z.string(),
  bottlesHeld: z.int(),
  notes: z.string(),
  importedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** The subscription, once the customer has agreed. */
  subscriptionId: Id.nullable(),
})
export type ImportedSubscription = z.infer<typeof ImportedSubscription>

export const ImportedList = z.object({
  rows: z.array(ImportedSubscription),
  /** Pass it as `after` to read the next page; null on the last one. */
  next: z.string().nullable(),
  counts: z.record(ImportState, z.int()),
})
export type ImportedList = z.infer<typeof ImportedList>

export const listImported = {
  method: 'GET',
  path: apiPaths.adminImportedSubscriptions,
  role: 'admin',
  permission: 'subscriptions.import',
  summary: 'List the imported subscriptions with their answers',
  query: z.object({
    state: ImportState.optional().catch(undefined),
    q: z.string().max(200).optional(),
    after: Id.optional().catch(undefined),
  }),
  reply: ImportedList,
  failures: [],
} as const satisfies Endpoint

export const sendImportedLinks = {
  method: 'POST',
  path: apiPaths.adminImportedLinks,
  role: 'admin',
  permission: 'subscriptions.import',
  summary:
    'Email the link to agree to one customer, to those without one, or to those without an answer',
  body: z.union([z.object({ to: z.enum(['not_sent', 'unanswered']) }), z.object({ id: Id })]),
  reply: z.object({ queued: z.int() }),
  failures: ['invalid', 'not_found', 'already_answered'],
} as const satisfies Endpoint

export const removeImported = {
  method: 'DELETE',
  path: apiPaths.adminImportedSubscription,
  role: 'admin',
  permission: 'subscriptions.import',
  summary: 'Remove an imported subscription that the customer has not agreed to',
  params: z.object({ id: Id }),
  status: 204,
  failures: ['not_found', 'already_answered', 'already_returned'],
} as const satisfies Endpoint
