import { expect, test, vi } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { queueEmail } from './queue-email.ts'
import { type SendEmailDeps, sendDueEmails } from './send-due-emails.ts'

/** A shop with four due emails, and a mail server that rejects the first ones. */
async function openShopWithEmails(rejectedCount: number) {
  const shop = await openShop()
  const ids = Array.from({ length: 4 }, () => shop.deps.random.uuid())
  for (const subjectId of ids) {
    const email = { kind: 'order_confirmed', subjectId }
    await shop.deps.db.transaction((tx) => queueEmail(tx, shop.deps, email))
    shop.clock.advance(1_000)
  }
  const rejected = ids.slice(0, rejectedCount)
  const delivered: string[] = []
  const deps: SendEmailDeps = {
    ...shop.deps,
    sender: () => 'shop@example.com',
    domain: 'example.com',
    emailBuilders: {
      order_confirmed: async (id) => ({ to: 'ana@example.com', subject: id, html: '', text: '' }),
    },
    mailer: {
      async deliver({ subject }) {
        if (rejected.includes(subject)) throw new Error('rejected')
        delivered.push(subject)
      },
      close: () => {},
    },
  }
  const countByStatus = () =>
    shop.sql('select status, count(*)::int as n from emails group by status order by status')
  return { shop, ids, deps, delivered, countByStatus }
}

test('emails are sent once, in the order in which they were queued', async () => {
  const { ids, deps, delivered, countByStatus } = await openShopWithEmails(0)

  await sendDueEmails(deps)

  expect(delivered).toEqual(ids)
  expect(await countByStatus()).toEqual([{ status: 'sent', n: 4 }])
})

test('two runs at the same time send each email once', async () => {
  const { ids, deps, delivered, countByStatus } = await openShopWithEmails(0)

  await Promise.all([sendDueEmails(deps), sendDueEmails(deps)])

  expect(delivered.toSorted()).toEqual(ids.toSorted())
  expect(await countByStatus()).toEqual([{ status: 'sent', n: 4 }])
})

test('an email is marked as sent before the next one is delivered', async () => {
  const { deps, countByStatus } = await openShopWithEmails(0)
  const sentBefore: unknown[] = []
  const deliver = vi.fn(async () => {
    sentBefore.push(await countByStatus())
  })

  await sendDueEmails({ ...deps, mailer: { ...deps.mailer, deliver } })

  expect(sentBefore[1]).toEqual([
    { status: 'pending', n: 3 },
    { status: 'sent', n: 1 },
  ])
})

test('an email whose claim has ended during its delivery is marked, not claimed again', async () => {
  const { shop, deps, delivered, countByStatus } = await openShopWithEmails(3)
  const deliver: typeof deps.mailer.deliver = async (email) => {
    await deps.mailer.deliver(email)
    shop.clock.advance(6 * 60_000)
  }

  await sendDueEmails({ ...deps, mailer: { ...deps.mailer, deliver } })

  expect(delivered).toHaveLength(1)
  expect(await countByStatus()).toContainEqual({ status: 'sent', n: 1 })
})

test('a rejected email is retried later, and does not hold up the others', async () => {
  const { shop, ids, deps, delivered, countByStatus } = await openShopWithEmails(1)

  await sendDueEmails(deps)

  expect(delivered).toEqual(ids.slice(1))
  expect(await countByStatus()).toEqual([
    { status: 'pending', n: 1 },
    { status: 'sent', n: 3 },
  ])
  shop.clock.advance(3_600_000)
  await sendDueEmails(deps)
  expect(delivered).toHaveLength(3)
})
