import { Failure } from '#contract/errors.ts'
import type { CustomerDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { auditHistory } from '#server/modules/audit/index.ts'
import { readStaffCredit } from '#server/modules/credit/index.ts'
import { findCustomer } from '#server/modules/identity/index.ts'
import { getCustomerOrders, toOrderView } from '#server/modules/orders/index.ts'
import { findConsentedCard } from '#server/modules/subscriptions/index.ts'

export async function customerDetail(
  { db, account }: { db: Db; account?: string },
  id: string,
): Promise<CustomerDetail> {
  const customer = await findCustomer(db, id)
  if (!customer) throw new Failure('not_found')
  const orders = await getCustomerOrders(db, id)
  return {
    customer,
    orders: orders.map((order) => toOrderView(order, true)),
    credit: await readStaffCredit(db, id),
    hasSavedCard: (await findConsentedCard(db, { customerId: id, account })) !== undefined,
    history: await auditHistory(db, id),
  }
}
