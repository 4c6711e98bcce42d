import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'

/** What comparing the books with the card provider's ledger found after a restore. */
export const Comparison = z.object({
  payments: z.int().describe('Payments at the card provider since the backup'),
  adopted: z.int().describe('Those that were added to their orders'),
  refunded: z.int().describe('Those without an order, which are refunded'),
  setAside: z.int().describe('Those that staff must look at'),
})
export type Comparison = z.infer<typeof Comparison>

export const Pause = z.object({
  startedAt: z.iso.datetime(),
  /** The moment that the restored data is from. */
  backupTakenAt: z.iso.datetime(),
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
  summary: 'Compare the books with the card provider, then end the pause after a restore',
  body: z
    .object({
      force: z.boolean().optional().describe('Resume even if the books cannot be compared'),
    })
    .nullish(),
  /** Null if the books could not be compared. */
  reply: z.object({ comparison: Comparison.nullable() }),
  failures: ['not_paused', 'not_compared'],
} as const satisfies Endpoint
