import * as contract from '#contract/deposits.ts'
import { centsToText } from '#contract/money.ts'
import * as undeliveredRefund from '#contract/payments/undelivered-refund.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { listMovements, readBalance } from './find-deposit.ts'
import { assertCustomer, type ReturnDeps, returnBottles } from './return-bottles.ts'
import type { depositReturns } from './tables.ts'
import { readUndeliveredRefund, sendToCard } from './undelivered-refund.ts'

type ReturnRow = typeof depositReturns.$inferSelect

export function depositRoutes(mount: Mount, deps: ReturnDeps): void {
  // The schema of the reply leaves out which colleague entered a return.
  mount(contract.getDeposit, ({ user }) => staffDeposit(deps.db, user.id))
  mount(contract.getStaffDeposit, ({ params }) => staffDeposit(deps.db, params.id))
  mount(contract.returnBottles, async ({ user, params, body }) => {
    await returnBottles(deps, user, params.id, body)
    return staffDeposit(deps.db, params.id)
  })
  undeliveredRefundRoutes(mount, deps)
}

/** Rule 59: moves credit for missing bottles to the card at the customer's request. */
function undeliveredRefundRoutes(mount: Mount, deps: ReturnDeps): void {
  mount(undeliveredRefund.readUndeliveredRefund, ({ user, params }) =>
    readUndeliveredRefund(deps.db, params.id, user.id),
  )
  mount(undeliveredRefund.sendUndeliveredRefundToCard, async ({ user, params }) => {
    await sendToCard(deps, params.id, { customerId: user.id })
    return readUndeliveredRefund(deps.db, params.id)
  })
  mount(undeliveredRefund.readStaffUndeliveredRefund, ({ params }) =>
    readUndeliveredRefund(deps.db, params.id),
  )
  mount(undeliveredRefund.sendToCardForCustomer, async ({ user, params }) => {
    await sendToCard(deps, params.id, { actor: user })
    return readUndeliveredRefund(deps.db, params.id)
  })
}

const toView = ({ bottles, cents }: { bottles: number; cents: number }) => ({
  bottles,
  amount: centsToText(cents),
})

/** A negative row takes back what was given for bottles of an invoice that was cancelled unpaid. */
function toReturned({ at, staffEmail, bottlesWithoutDeposit, ...row }: ReturnRow) {
  const shared = { at: at.toISOString(), orderId: null }
  if (row.bottles < 0 || row.cents < 0) {
    const taken = { bottles: -row.bottles, cents: -row.cents }
    return { ...toView(taken), kind: 'cancelled' as const, ...shared, staffEmail: null }
  }
  const bottles = row.bottles + bottlesWithoutDeposit
  return { ...toView({ ...row, bottles }), kind: 'returned' as const, ...shared, staffEmail }
}

async function staffDeposit(db: DbOrTx, customerId: string): Promise<contract.StaffDeposit> {
  await assertCustomer(db, customerId)
  const { charged, returned, opening } = await listMovements(db, customerId)
  const movements = [
    ...charged.map(({ at, orderId, ...row }) => ({
      ...toView(row),
      kind: 'charged' as const,
      at: at?.toISOString() ?? '',
      orderId,
      staffEmail: null,
    })),
    ...returned.map(toReturned),
    ...opening.map(({ at, staffEmail, ...row }) => ({
      ...toView(row),
      kind: 'moved_in' as const,
      at: at.toISOString(),
      orderId: null,
      staffEmail,
    })),
  ]
  movements.sort((a, b) => b.at.localeCompare(a.at))
  const { bottlesHeld, ...balance } = await readBalance(db, customerId)
  return { ...toView(balance), bottlesHeld, movements }
}
