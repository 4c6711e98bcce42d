import { eq } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { AGREEMENT_DAYS } from '#contract/staff/subscription-imports.ts'
import { DEMO_ADMIN } from '#server/config/environment.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { addDepositOpenings } from '#server/modules/deposits/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { toMatchKey } from '#server/modules/imports/index.ts'
import { importedSubscriptions } from '#server/modules/imports/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { Random } from '#server/runtime.ts'
import type { Buyer } from '../demo-buyers.ts'
import { DEMO_CUSTOMER_EMAIL } from '../demo-customer.ts'
import { type DemoContext, isConfirmed, type OrderPlan } from '../order-plan.ts'

type ImportedDeps = { context: DemoContext; random: Random; plans: readonly OrderPlan[] }
type Row = typeof importedSubscriptions.$inferInsert

/** Days ago: the import, and the day after on which most links were sent. */
const IMPORTED = 40
const SENT = 39

/** Customers who have not agreed: days ago of the latest link and of the answer, next delivery in days. */
const waiting: readonly { sent: number | null; declined?: number; next: number; notes: string }[] =
  [
    { sent: 3, next: 6, notes: 'Ring twice, the bell is quiet.' },
    { sent: 3, next: 9, notes: '' },
    { sent: SENT, next: 5, notes: 'Leave at the loading dock.' },
    { sent: SENT, declined: 36, next: 4, notes: '' },
    { sent: null, next: 8, notes: 'Second floor, no elevator.' },
  ]

const AGREED_COUNT = 2
const agreedNotes = ['Side door, please.', 'Gate code 4471.']

/** Rule 67: a list of imported customers: some agreed, one declined, others have a link. */
export async function makeImportedSubscriptions(tx: Tx, deps: ImportedDeps): Promise<void> {
  const { context, plans } = deps
  const { calendar } = context
  const at = (days: number, hour: number) => calendar.at(addDays(calendar.today, -days), hour)
  const importedAt = at(IMPORTED, 9)
  const agreed = plans
    .filter((plan) => plan.frequency && !plan.endedAt && isConfirmed(plan))
    .filter(({ buyer }) => buyer.email !== DEMO_CUSTOMER_EMAIL)
    .toSorted((a, b) => b.placedAt.getTime() - a.placedAt.getTime() || a.id.localeCompare(b.id))
    .slice(0, AGREED_COUNT)
  const firstAnswer = at(SENT - 1, 18).getTime()
  const rows: Row[] = agreed.map((plan, nth) => ({
    ...toRow(deps, plan.buyer, importedAt),
    items: toItems(plan.lines),
    frequency: plan.frequency ?? 'monthly',
    nextDate: plan.deliveryDate,
    notes: agreedNotes[nth] ?? '',
    status: 'agreed',
    ...linkSent(at(SENT, 10)),
    answeredAt: new Date(Math.max(plan.placedAt.getTime(), firstAnswer)),
    subscriptionId: plan.id,
  }))
  for (const { sent, declined, next, notes } of waiting) {
    const buyer = { ...context.newBuyer(importedAt), hasSignedIn: false }
    await tx.insert(customers).values({
      id: buyer.id,
      email: buyer.email,
      name: buyer.name,
      phone: buyer.phone,
      createdAt: importedAt,
    })
    rows.push({
      ...toRow(deps, buyer, importedAt),
      nextDate: addDays(calendar.today, next),
      notes,
      ...(sent !== null && linkSent(at(sent, 10))),
      ...(declined && { status: 'declined' as const, answeredAt: at(declined, 19) }),
    })
  }
  await insertRows(tx, importedSubscriptions, rows)
  for (const { subscriptionId, notes } of rows)
    if (subscriptionId)
      await tx
        .update(subscriptions)
        .set({ deliveryNotes: notes })
        .where(eq(subscriptions.id, subscriptionId))
  await addDepositOpenings(
    tx,
    rows.map(({ id, customerId, bottlesHeld, staffEmail }) => ({
      id,
      customerId,
      bottlesHeld,
      bottles: bottlesHeld,
      cents: 0,
      staffEmail,
      at: importedAt,
    })),
  )
}

const toItems = (lines: OrderPlan['lines']) =>
  lines.map(({ product, quantity }) => ({ productId: product.id, quantity, agreedCents: null }))

function toRow({ random }: ImportedDeps, buyer: Buyer, importedAt: Date) {
  const { id: customerId, name, email, phone, address, city, zip, usual } = buyer
  return {
    id: random.uuid(),
    customerId,
    matchKey: toMatchKey(email, address),
    customerName: name,
    customerEmail: email,
    customerPhone: phone,
    deliveryAddress: address,
    deliveryCity: city,
    deliveryState: 'NY',
    deliveryZip: zip,
    items: toItems(usual),
    frequency: 'bi-weekly' as const,
    bottlesHeld: usual.reduce((sum, { quantity }) => sum + quantity, 0),
    status: 'waiting' as const,
    linkCount: 0,
    staffEmail: DEMO_ADMIN.email,
    importedAt,
  }
}

const DAY_MS = 86_400_000

/** Without a token: the demo has no email that contains the link, but staff can send a new one. */
const linkSent = (sentAt: Date) => ({
  requestedAt: sentAt,
  sentAt,
  expiresAt: new Date(sentAt.getTime() + AGREEMENT_DAYS * DAY_MS),
  linkCount: 1,
})
