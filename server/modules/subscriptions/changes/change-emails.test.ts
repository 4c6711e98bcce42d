import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

async function owner(wish = {}) {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana, ...wish })
  const path = fillPath(apiPaths.changeSubscription, { id })
  const changes = async () => {
    await shop.deliverPending()
    const mails = (await shop.mailbox()).filter(({ subject }) => subject.includes('changed'))
    return mails.map(({ recipient, subject, text }) => ({ recipient, subject, text }))
  }
  const act = (deed: SubscriptionChange, isPreview = false) => {
    shop.clock.advance(1000)
    return ana.call('POST', `${path}?preview=${isPreview}`, deed)
  }
  return { shop, ana, id, act, changes }
}

const SAVES_THEN_FAILS = '4000000000000341'

const address = {
  customerName: 'Ana Ruiz',
  customerPhone: '845-555-0100',
  deliveryAddress: '99 Thief Road',
  deliveryCity: 'Saugerties',
  deliveryState: 'NY',
  deliveryZip: '12477',
}

test('AU15: a change of address is emailed to the owner with the new address; a preview is not', async () => {
  const { id, act, changes } = await owner()

  await act({ type: 'change', address }, true)
  expect(await changes()).toEqual([])
  expect((await act({ type: 'change', address })).status).toBe(200)

  const [mail, ...others] = await changes()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'ana@example.com',
    subject: `Your delivery address was changed: subscription ${id.slice(0, 8)}`,
  })
  expect(mail?.text).toContain('99 Thief Road')
})

test('AU15: each change of quantity is emailed, the same one again too', async () => {
  const { shop, act, changes } = await owner()
  const [product] = shop.products
  const items = (quantity: number) => [{ productId: product?.id ?? '', quantity }]

  await act({ type: 'change', items: items(7) })
  await act({ type: 'change', items: items(2) })
  await act({ type: 'change', items: items(7) })

  const mails = await changes()
  expect(mails).toHaveLength(3)
  expect(mails.every(({ subject }) => subject.startsWith('Your items were changed'))).toBe(true)
})

test('AU15: a new default card that a subscription follows is emailed to the owner', async () => {
  const { shop, ana, changes } = await owner({ card: SAVES_THEN_FAILS })

  await chooseNewCard(shop, ana)

  expect((await changes()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your card was changed: subscription [0-9a-f]{8}$/),
  ])
})

test('AU15: a pause or a skip is no reason for such an email', async () => {
  const { act, changes } = await owner()

  await act({ type: 'skip', cycle: 1 })
  await act({ type: 'pause' })

  expect(await changes()).toEqual([])
})
