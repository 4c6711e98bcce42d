import { and, asc, eq, inArray, isNull, max } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Shop } from '#contract/shop.ts'
import type { Checklist, ConfirmableItem } from '#contract/staff/checklist.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { staff, staffTwoStep } from '#server/modules/identity/tables.ts'
import { providerEvents } from '#server/modules/payments/tables.ts'
import { confirmItem, findConfirmations, readSettings } from '#server/modules/settings/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { SetupState } from './port.ts'
import { toChecklist } from './rules.ts'

export type ChecklistDeps = { db: Db; clock: Clock; random: Random; shop: Shop; setup: SetupState }

export async function readChecklist(deps: ChecklistDeps): Promise<Checklist> {
  const { db, clock, shop, setup } = deps
  const now = clock.now()
  const [events] = await db.select({ at: max(providerEvents.receivedAt) }).from(providerEvents)
  const { chargesTax } = await readSettings(db)
  const items = toChecklist({
    ...setup,
    now,
    today: shopDate(shop.calendar, now),
    timeZone: shop.timeZone,
    chargesTax,
    lastEventAt: events?.at ?? null,
    billingPortal: await setup.billingPortal(),
    hasDemoData: await setup.hasDemoData(),
    confirmations: await findConfirmations(db),
    withoutTwoStep: await findWithoutTwoStep(db),
  })
  return { items }
}

async function findWithoutTwoStep(db: Db): Promise<string[]> {
  const rows = await db
    .select({ email: staff.email })
    .from(staff)
    .leftJoin(staffTwoStep, eq(staffTwoStep.staffId, staff.id))
    .where(
      and(
        inArray(staff.role, ['owner', 'manager']),
        isNull(staff.disabledAt),
        isNull(staffTwoStep.activatedAt),
      ),
    )
    .orderBy(asc(staff.email))
  return rows.map(({ email }) => email)
}

const DATED: readonly ConfirmableItem[] = ['backup', 'restore_test']

/** Records what only the owner can know. */
export async function confirmChecklistItem(
  deps: ChecklistDeps,
  actor: Actor,
  { item, doneOn }: { item: ConfirmableItem; doneOn?: string | undefined },
): Promise<Checklist> {
  const isDated = DATED.includes(item)
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  if (isDated && !doneOn) throw invalidDate('Choose a date')
  if (isDated && doneOn && doneOn > today)
    throw invalidDate(`Choose today or an earlier date, no later than ${today}`)
  await confirmItem(deps, actor, { item, doneOn: isDated && doneOn ? doneOn : null })
  return readChecklist(deps)
}

const invalidDate = (message: string) => new Failure('invalid', message, { doneOn: message })
