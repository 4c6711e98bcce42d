import { z } from 'zod'

/** One table of a backup. */
export const TableEntry = z.object({
  /** Quoted, with its schema. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  /** Sum of each column of money, as text: it may exceed what a number holds exactly. */
  cents: z.record(z.string(), z.string()),
})

export type TableEntry = z.infer<typeof TableEntry>

/** The content of a backup, which must be found again after a restore. */
export const Manifest = z.object({
  shopVersion: z.string(),
  createdAt: z.iso.datetime(),
  postgresVersion: z.string(),
  /** The last migration of the database, which names its schema. */
  lastMigration: z.number().int(),
  payments: z.enum(['sandbox', 'stripe']),
  tables: z.array(TableEntry),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})

export type Manifest = z.infer<typeof Manifest>

export const countRows = ({ tables }: Manifest): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)
