import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PriceIncrease } from '#contract/staff/price-increases.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { openPriceIncrease, priceEmails, runPriceJob } from '#tests/support/price-increase.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runOnDays, subscribe } from '#tests/support/subscriber.ts'

const openIncrease = async () => openPriceIncrease(await openShop())

const agreePath = (id = '') => fillPath(apiPaths.agreeToPriceChange, { id })

test('a customer agrees in the account, but not for another customer', async () => {
  const { shop, ana, schedule, view } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  const [change] = (await view()).priceChanges
  const bob = await customerBrowser(shop, 'bob@example.com')

  expect((await bob.call('POST', agreePath(change?.id))).status).toBe(404)
  expect((await ana.call('POST', agreePath(change?.id))).status).toBe(200)
  expect((await view()).priceChanges).toMatchObject([{ status: 'agreed' }])
  expect(await shop.sql('select answered_via from price_questions')).toEqual([
    { answered_via: 'account' },
  ])
})

test('rule 32: with notice only, the new price applies after the notice', async () => {
  const { shop, staff, schedule } = await openIncrease()
  await staff.call('PATCH', apiPaths.adminSettings, { priceIncreases: 'notice' })
  await schedule('9.99', '2026-03-20')

  const [email] = await priceEmails(shop)
  expect(email?.text).toContain("You'll pay the new price from your delivery on")
  expect(email?.text).not.toContain('Agree to')
  expect(email?.text).toContain('Change or cancel')
  await runOnDays(shop, '2026-03-16', '2026-03-19', '2026-03-23', '2026-03-26')

  expect((await capturedCents(shop)).slice(-2)).toEqual([1528, 1698])
})

test('rule 32: a question stays a question when the setting changes', async () => {
  const { shop, staff, schedule } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  await staff.call('PATCH', apiPaths.adminSettings, { priceIncreases: 'notice' })
  await runPriceJob(shop)
  await runOnDays(shop, '2026-03-23', '2026-03-26')

  expect((await capturedCents(shop)).at(-1)).toBe(1528)
  expect(await shop.sql('select mode, status from price_questions')).toEqual([
    { mode: 'ask', status: 'open' },
  ])
})

test('staff see who agreed, and remind the rest at most once a week', async () => {
  const { shop, staff, spring, ana, schedule, view, scheduledPriceId } = await openIncrease()
  const bob = shop.buyer()
  await subscribe(shop, { browser: bob, customerEmail: 'bob@example.com', customerName: 'Bob' })
  await schedule('9.99', '2026-03-20')
  await ana.call('POST', agreePath((await view()).priceChanges[0]?.id))
  let owner = staff
  const list = async () => {
    const path = fillPath(apiPaths.adminPriceIncreases, { id: spring.id })
    return (await owner.call<PriceIncrease[]>('GET', path)).body
  }
  const priceId = await scheduledPriceId()
  const remindPath = fillPath(apiPaths.adminPriceIncreaseRemind, {
    id: spring.id,
    priceId: String(priceId),
  })
  const remind = async () => (await owner.call<{ reminded: number }>('POST', remindPath)).body

  expect(await list()).toMatchObject([
    {
      price: '9.99',
      total: 2,
      agreed: 1,
      waiting: 1,
      canRemind: 0,
      subscribers: [
        { customerName: 'Bob', status: 'waiting' },
        { customerName: 'Ana Ruiz', status: 'agreed' },
      ],
    },
  ])
  expect(await remind()).toEqual({ reminded: 0 })
  shop.clock.advance(7 * 86_400_000)
  owner = await staffBrowser(shop)
  expect(await list()).toMatchObject([{ canRemind: 1 }])
  const both = await Promise.all([remind(), remind()])
  await shop.deliverPending()

  expect(both.map(({ reminded }) => reminded).toSorted()).toEqual([0, 1])
  const recipients = (await priceEmails(shop)).map(({ recipient }) => recipient)
  expect(recipients.toSorted()).toEqual(['ana@example.com', 'bob@example.com', 'bob@example.com'])
  expect(
    await shop.sql(`select after from audit_entries where action = 'product.price_reminded'`),
  ).toEqual([{ after: { reminded: 1 } }])
})

test('the export has the answers, and erasing removes the address they came from', async () => {
  const { shop, ana, schedule, view } = await openIncrease()
  await schedule('9.99', '2026-03-20')
  await ana.call('POST', agreePath((await view()).priceChanges[0]?.id))

  const exported = await ana.call<{ priceIncreases: unknown }>('GET', apiPaths.personalData)
  expect(exported.body.priceIncreases).toMatchObject([
    { status: 'agreed', newCents: 999, answeredFrom: '127.0.0.1' },
  ])
  await runOnDays(shop, '2026-03-05')
  await shop.sql(`update orders set delivery_status = 'delivered'`)
  const erased = await ana.call('DELETE', apiPaths.personalData, { confirm: 'ana@example.com' })

  expect(erased.status).toBeLessThan(300)
  expect(await shop.sql('select ip from price_questions')).toEqual([{ ip: null }])
})
