import type { CustomerDetail } from '#contract/backoffice.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { historyOf } from '#server/modules/audit/index.ts'
import { customerById } from '#server/modules/identity/index.ts'
import { ordersOfCustomer, toOrderView } from '#server/modules/orders/index.ts'

export async function customerDetail(db: Db, id: string): Promise<CustomerDetail> {
  const customer = await customerById(db, id)
  if (!customer) throw new Failure('not_found')
  const orders = await ordersOfCustomer(db, id)
  return {
    customer,
    orders: orders.map((whole) => toOrderView(whole, true)),
    history: await historyOf(db, id),
  }
}
