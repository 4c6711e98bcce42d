import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { agree, emailedTokens, listImports, sendLinks } from '#tests/support/subscription-import.ts'

test('rule 67: the demo shop shows imported customers, and a new link works', async () => {
  const shop = await openShop({ env: { SEED: 'demo' } })
  const staff = await staffBrowser(shop)

  const { rows, counts } = await listImports(staff)

  expect(counts).toMatchObject({ agreed: 2, declined: 1, sent: 2, expired: 1, not_sent: 1 })
  expect(rows.filter(({ subscriptionId }) => subscriptionId)).toHaveLength(2)
  const noted = await shop.sql('select 1 from subscriptions where delivery_notes is not null')
  expect(noted).toHaveLength(2)
  const waiting = rows.find(({ state }) => state === 'not_sent')
  await sendLinks(staff, { id: waiting?.id ?? '' })
  const token = (await emailedTokens(shop)).at(-1) ?? ''
  expect((await agree(shop.buyer(), token)).status).toBe(200)
})
