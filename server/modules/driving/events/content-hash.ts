import { createHash } from 'node:crypto'
import type { DriverEvent } from '#contract/driver/events.ts'

/** The schema fixes the order of the fields, so equal events have equal text. */
export const contentHash = (event: DriverEvent): string =>
  createHash('sha256').update(JSON.stringify(event)).digest('base64url')
