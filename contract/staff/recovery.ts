import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { Id, Line } from '../primitives.ts'

/** Result of comparing the books with the card provider's ledger after a restore. */
export const Comparison = z.object({
  payments: z.int().describe('Payments at the payment provider since the backup'),
  adopted: z.int().describe('Those that were added to their orders'),
  refunded: z.int().describe('Those without an order, which are refunded'),
  setAside: z.int().describe('Those that staff must look at'),
})
export type Comparison = z.infer<typeof Comparison>

export const Pause = z.object({
  startedAt: z.iso.datetime(),
  /** The moment that the restored data is from. */
  backupTakenAt: z.iso.datetime(),
  queuedEmails: z
    .int()
    .describe('Emails that were waiting when the backup was taken; some may have been sent since'),
})
export type Pause = z.infer<typeof Pause>

export const readPause = {
  method: 'GET',
  path: apiPaths.adminPause,
  role: 'admin',
  permission: 'dashboard.read',
  summary: 'Read whether the shop is paused after a restore',
  reply: z.object({ pause: Pause.nullable() }),
  failures: [],
} as const satisfies Endpoint

export const resumeShop = {
  method: 'POST',
  path: apiPaths.adminResume,
  role: 'admin',
  permission: 'settings.manage',
  needsConfirmation: true,
  summary: 'Compare the books with the payment provider, then end the pause after a restore',
  body: z
    .object({
      force: z
        .boolean()
        .optional()
        .describe('Resume even if the books cannot be compared, or differ'),
      queuedEmails: z
        .enum(['send', 'discard'])
        .optional()
        .describe('What happens to emails that were waiting in the backup; send unless given'),
    })
    .nullish(),
  /** Null if the books could not be compared. */
  reply: z.object({
    comparison: Comparison.nullable(),
    discardedEmails: z.int().describe('Emails that were not sent, as they came too late'),
  }),
  failures: ['not_paused', 'not_compared', 'books_differ', 'busy'],
} as const satisfies Endpoint

const HOUR_MESSAGE = 'Choose an hour from 0 to 23'
const KEEP_MESSAGE = 'Enter a number from 1 to 365'
const FOLDER_MESSAGE = 'Enter the full path of a folder, such as /var/backups/carboy'

export const BackupForm = z.object({
  hour: z
    .int(HOUR_MESSAGE)
    .min(0, HOUR_MESSAGE)
    .max(23, HOUR_MESSAGE)
    .nullable()
    .describe("In the shop's time zone; null switches nightly backups off"),
  folder: Line(0, 500, FOLDER_MESSAGE)
    .refine((path) => path === '' || /^(\/|[A-Za-z]:[\\/])/.test(path), FOLDER_MESSAGE)
    .describe('A folder on the server; empty for the folder backups of DATA_DIR'),
  keep: z.int(KEEP_MESSAGE).min(1, KEEP_MESSAGE).max(365, KEEP_MESSAGE),
})
export type BackupForm = z.infer<typeof BackupForm>

export const Backup = z.object({
  id: Id,
  kind: z.enum(['manual', 'nightly', 'migration']),
  path: z.string(),
  bytes: z.int(),
  takenAt: z.iso.datetime(),
  /** When it was last loaded into a scratch database without a difference. */
  verifiedAt: z.iso.datetime().nullable(),
  /** When its file was removed for newer ones. */
  removedAt: z.iso.datetime().nullable(),
})
export type Backup = z.infer<typeof Backup>

export const Backups = z.object({
  settings: BackupForm,
  defaultFolder: z.string(),
  isEncrypted: z.boolean(),
  /** The latest ones, newest first. */
  backups: z.array(Backup),
})
export type Backups = z.infer<typeof Backups>

export const readBackups = {
  method: 'GET',
  path: apiPaths.adminBackups,
  role: 'admin',
  permission: 'settings.manage',
  summary: 'Read the settings of nightly backups and the latest backups',
  reply: Backups,
  failures: [],
} as const satisfies Endpoint

export const updateBackups = {
  method: 'PATCH',
  path: apiPaths.adminBackups,
  role: 'admin',
  permission: 'settings.manage',
  needsConfirmation: true,
  summary: 'Change when and where nightly backups are written',
  body: BackupForm,
  reply: Backups,
  failures: ['invalid'],
} as const satisfies Endpoint

export const backUpNow = {
  method: 'POST',
  path: apiPaths.adminBackups,
  role: 'admin',
  permission: 'settings.manage',
  needsConfirmation: true,
  summary: 'Write a backup now',
  body: z.object({
    verify: z.boolean().describe('Load it into a scratch database afterward and compare'),
  }),
  reply: Backups,
  failures: ['backup_failed'],
} as const satisfies Endpoint
