import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'

/** Every statement that this process sends, by its first words. */
function listenToStatements(): string[] {
  const heard: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }]
    heard.push((typeof asked === 'string' ? asked : asked.text).trim().slice(0, 60))
    return Reflect.apply(query, this, args)
  } as typeof query
  onTestFinished(() => {
    pg.Client.prototype.query = query
  })
  return heard
}

test("a new guest's order costs no more statements than it did, the card sandbox's included", async () => {
  const shop = await openShop()
  await shop.buyer().place()
  const heard = listenToStatements()

  // The list of products is read once more when the notice of their seeding arrives late.
  await vi.waitFor(
    async () => {
      const guest = shop.buyer()
      heard.length = 0
      await guest.startCheckout()
      const begun = heard.splice(0)
      const customerEmail = `new${shop.deps.random.uuid()}@example.com`
      await guest.place(guest.submission({ customerEmail }))

      expect(begun.length).toBeLessThanOrEqual(3)
      expect(heard.length).toBeLessThanOrEqual(17)
      expect(heard.filter((text) => text.startsWith('begin'))).toHaveLength(1)
    },
    { timeout: 4_000 },
  )
})
