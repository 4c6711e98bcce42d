import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { queueEmail } from './queue-email.ts'
import { type SendEmailDeps, sendDueEmails } from './send-due-emails.ts'

/** A shop with six due emails, and a mail server that rejects those to `rejected@example.com`. */
async function openShopWithEmails(rejectedCount: number) {
  const shop = await openShop()
  const ids = Array.from({ length: 6 }, () => shop.deps.random.uuid())
  for (const subjectId of ids) {
    const email = { kind: 'order_confirmed', subjectId }
    await shop.deps.db.transaction((tx) => queueEmail(tx, shop.deps, email))
    shop.clock.advance(1_000)
  }
  const rejected = new Set(ids.slice(0, rejectedCount))
  const delivered: string[] = []
  const deps: SendEmailDeps = {
    ...shop.deps,
    sender: () => 'shop@example.com',
    domain: 'example.com',
    emailBuilders: {
      order_confirmed: async (id) => ({
        to: rejected.has(id) ? 'rejected@example.com' : 'ana@example.com',
        subject: id,
        html: '',
        text: '',
      }),
    },
    mailer: {
      async deliver({ to, subject }) {
        if (to.startsWith('rejected')) throw new Error('rejected')
        delivered.push(subject)
      },
      close: () => {},
    },
  }
  const countByStatus = () =>
    shop.sql('select status, count(*)::int as n from emails group by status order by status')
  return { shop, ids, deps, delivered, countByStatus }
}

test('all due emails are sent once, several at a time', async () => {
  const { deps, delivered, countByStatus } = await openShopWithEmails(0)

  await Promise.all([sendDueEmails(deps), sendDueEmails(deps)])

  expect(new Set(delivered).size).toBe(6)
  expect(delivered).toHaveLength(6)
  expect(await countByStatus()).toEqual([{ status: 'sent', n: 6 }])
})

test('emails are sent in the order in which they were queued', async () => {
  const { ids, deps, delivered } = await openShopWithEmails(0)

  await sendDueEmails(deps)

  expect(delivered).toEqual(ids)
})

test('with a slow mail server the rest of a batch waits for its next claim', async () => {
  const { shop, ids, deps, delivered } = await openShopWithEmails(0)
  const deliver: typeof deps.mailer.deliver = async ({ subject }) => {
    delivered.push(subject)
    shop.clock.advance(80_000)
  }

  await sendDueEmails({ ...deps, mailer: { ...deps.mailer, deliver } })
  expect(delivered).toEqual([ids[0], ids[1], ids[5]])

  shop.clock.advance(5 * 60_000)
  await sendDueEmails(deps)
  expect(delivered.toSorted()).toEqual(ids.toSorted())
})

test('a rejected email is retried later, and the others of its batch are sent', async () => {
  const { shop, deps, delivered, countByStatus } = await openShopWithEmails(1)

  await sendDueEmails(deps)

  expect(delivered).toHaveLength(5)
  expect(await countByStatus()).toEqual([
    { status: 'pending', n: 1 },
    { status: 'sent', n: 5 },
  ])
  shop.clock.advance(3_600_000)
  await sendDueEmails(deps)
  expect(delivered).toHaveLength(5)
})

test('if the failure of an email cannot be recorded, the others are not sent again', async () => {
  const { shop, deps, delivered } = await openShopWithEmails(1)
  const update = () => {
    throw new Error('database gone')
  }
  const broken = { ...deps, db: Object.create(deps.db, { update: { value: update } }) }

  await expect(sendDueEmails(broken)).rejects.toThrow('database gone')
  shop.clock.advance(3_600_000)
  await sendDueEmails(deps)

  expect(delivered).toHaveLength(5)
  expect(new Set(delivered).size).toBe(5)
})
