import { eq } from 'drizzle-orm'
import { closedDatesText, periodText } from '#contract/dates/calendar-texts.ts'
import { Failure } from '#contract/errors.ts'
import {
  CLOSES_MESSAGE,
  type PlanningChange,
  planningText,
  readPlanning,
} from '#contract/routes/planning-settings.ts'
import type { SettingsForm } from '#contract/staff/settings.ts'
import type { LandingEffect } from '#contract/zones/landing.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { transactOrPreview } from '#server/db/preview-transaction.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { lockSettings, SETTINGS_ID, type SettingsRow } from './read-settings.ts'
import { shopSettings } from './tables.ts'

export type UpdateDeps = { db: Db; clock: Clock }

/** Rule 47: lands planned deliveries again. ZIP codes limit it to their subscriptions. */
export type ReassignDates = (
  tx: Tx,
  settings: Pick<SettingsRow, 'calendar' | 'routeDaysOnly'>,
  zips?: readonly string[],
) => Promise<LandingEffect>

type Switches = Pick<
  SettingsRow,
  'chargesTax' | 'depositCents' | 'isDepositTaxable' | 'routeDaysOnly'
>

export function updateSettings(
  deps: UpdateDeps & { reassignDates: ReassignDates },
  actor: Actor,
  {
    version,
    routing,
    ...change
  }: Partial<SettingsForm & Switches> & {
    version?: number
    routing?: PlanningChange
  },
  isPreview = false,
): Promise<{ row: SettingsRow; landing?: LandingEffect }> {
  return transactOrPreview(deps.db, isPreview, async (tx) => {
    const before = await lockVersion(tx, version)
    const planning = routing && { routing: changePlanning(before.routing, routing) }
    const row = await writeSettings(tx, deps, actor, before, { ...change, ...planning })
    if (row.routeDaysOnly === before.routeDaysOnly) return { row }
    return { row, landing: await deps.reassignDates(tx, row) }
  })
}

/** Keeps what the change leaves out. */
function changePlanning(before: PlanningChange, change: PlanningChange): PlanningChange {
  const weights = { ...before.weights, ...change.weights }
  const after = { ...before, ...change, weights }
  const { opens, closes } = readPlanning(after)
  if (opens < closes) return after
  throw new Failure('invalid', CLOSES_MESSAGE, { 'routing.closes': CLOSES_MESSAGE })
}

/** Locks the settings and rejects a change that was made from an older version. */
export async function lockVersion(tx: Tx, version: number | undefined): Promise<SettingsRow> {
  const row = await lockSettings(tx)
  if (version !== undefined && version !== row.version) throw new Failure('stale')
  return row
}

/** Writes the change and its audit entry. A trigger notifies every process. */
export async function writeSettings(
  tx: Tx,
  deps: UpdateDeps,
  actor: Actor,
  before: SettingsRow,
  change: Partial<Omit<SettingsRow, 'id' | 'version' | 'updatedAt'>>,
): Promise<SettingsRow> {
  const after = auditFields({ ...before, ...change })
  if (isEqual(auditFields(before), after)) return before
  const [row] = await tx
    .update(shopSettings)
    .set({ ...change, version: before.version + 1, updatedAt: deps.clock.now() })
    .where(eq(shopSettings.id, SETTINGS_ID))
    .returning()
  if (!row) throw new Error('updating the settings returned no row')
  await recordAuditEntry(tx, deps, actor, {
    action: 'settings.updated',
    subjectId: SETTINGS_ID,
    before: auditFields(before),
    after,
  })
  return row
}

type AuditFields = ReturnType<typeof auditFields>

const isEqual = (before: AuditFields, after: AuditFields) =>
  (Object.keys(after) as (keyof AuditFields)[]).every((key) => before[key] === after[key])

/** Calendar and planning are text, as the activity log shows it. */
const auditFields = ({
  calendar,
  routing,
  id: _,
  version,
  updatedAt,
  ...settings
}: SettingsRow) => ({
  ...settings,
  planning: planningText(readPlanning(routing)),
  closedDates: closedDatesText(calendar),
  deliveryTimes: calendar.periods.map(periodText).join('; '),
})
