import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

/** Records the start of every statement that this process sends. */
function recordStatements(): string[] {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }]
    const text = typeof statement === 'string' ? statement : statement.text
    statements.push(text.trim().slice(0, 60))
    return Reflect.apply(query, this, args)
  } as typeof query
  onTestFinished(() => {
    pg.Client.prototype.query = query
  })
  return statements
}

test("a new guest's order stays within its budget of statements, including the card sandbox's", async () => {
  const shop = await openShop()
  await shop.buyer().place()
  const statements = recordStatements()

  // The product list is read again if the notification of its seeding arrives during the test.
  await vi.waitFor(
    async () => {
      const guest = shop.buyer()
      statements.length = 0
      await guest.startCheckout()
      const startStatements = statements.splice(0)
      const customerEmail = `new${shop.deps.random.uuid()}@example.com`
      await guest.place(guest.submission({ customerEmail }))

      expect(startStatements.length).toBeLessThanOrEqual(3)
      expect(statements.length).toBeLessThanOrEqual(14)
      expect(statements.filter((text) => text.startsWith('begin'))).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
})

test('a payment is settled in one transaction that stays within its budget of statements', async () => {
  const shop = await openShop()
  await shop.buyer().buy()
  await shop.deliverPending()
  const guest = shop.buyer()
  const { clientSecret } = (await guest.startCheckout()).body
  const { orderId } = (await guest.place()).body
  const statements = recordStatements()

  await guest.confirm(clientSecret)
  await shop.deliverPending()

  expect((await guest.order(orderId)).body).toMatchObject({ status: 'confirmed' })
  const settling = statements.slice(statements.indexOf('begin'), statements.indexOf('commit') + 1)
  expect(settling.filter((text) => text.startsWith('insert into "emails"'))).toHaveLength(1)
  expect(settling.length).toBeLessThanOrEqual(10)
  const [settled] = await shop.sql(
    `select p.checked_at = p.paid_at as checked, p.read_started_at = p.paid_at as read,
       i.closed_at = p.paid_at as closed, t.to_status
     from payments p join intents i on i.id = p.intent_id
     join payment_transitions t on t.order_id = p.order_id where p.order_id = '${orderId}'`,
  )
  expect(settled).toEqual({ checked: true, read: true, closed: true, to_status: 'paid' })
})
