import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Alert } from '#contract/staff/alerts.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { endAlert, raiseAlert } from './index.ts'

const raise = (shop: TestShop, subject = '', message = 'The key was rejected.') =>
  shop.deps.db.transaction((tx) =>
    raiseAlert(tx, shop.deps, { kind: 'refunds_blocked', subject, message }),
  )
const end = (shop: TestShop, subject = '') =>
  shop.deps.db.transaction((tx) => endAlert(tx, shop.deps, { kind: 'refunds_blocked', subject }))

async function shopWithStaff() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const list = async () => (await staff.call<Alert[]>('GET', apiPaths.adminAlerts)).body
  const subjects = async () => {
    await shop.runJob('email.send')
    return (await shop.mailbox()).map(({ subject, recipient }) => `${recipient}: ${subject}`).sort()
  }
  return { shop, staff, list, subjects }
}

test('an alert is listed and emailed to staff once while it is open, and once when it ends', async () => {
  const { shop, list, subjects } = await shopWithStaff()

  await Promise.all([raise(shop), raise(shop), raise(shop)])
  await raise(shop, '', 'Again.')

  expect(await list()).toMatchObject([
    {
      kind: 'refunds_blocked',
      title: 'Refunds aren’t going through',
      message: 'The key was rejected.',
      endedAt: null,
    },
  ])
  expect(await subjects()).toEqual([`${STAFF.email}: Alert: Refunds aren’t going through`])

  await end(shop)
  await end(shop)

  expect((await list())[0]?.endedAt).not.toBeNull()
  expect(await subjects()).toEqual([
    `${STAFF.email}: Alert: Refunds aren’t going through`,
    `${STAFF.email}: Resolved: Refunds aren’t going through`,
  ])
})

test('a recurring incident opens a new alert; each subject has its own', async () => {
  const { shop, list, subjects } = await shopWithStaff()
  await raise(shop, 'one')
  await raise(shop, 'two')
  await end(shop, 'one')
  shop.clock.advance(1000)
  await raise(shop, 'one')

  const open = (await list()).filter(({ endedAt }) => endedAt === null)

  expect(open.map(({ subject }) => subject).sort()).toEqual(['one', 'two'])
  expect(await subjects()).toHaveLength(4)
})

test('an alert that rolls back with its cause is neither listed nor emailed', async () => {
  const { shop, list, subjects } = await shopWithStaff()

  const rolledBack = shop.deps.db.transaction(async (tx) => {
    await raiseAlert(tx, shop.deps, { kind: 'refunds_blocked', message: 'Never happened.' })
    throw new Error('rolled back')
  })

  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await list()).toEqual([])
  expect(await subjects()).toEqual([])
})

test('staff resolve an alert manually: audited, not emailed, and safe to repeat', async () => {
  const { shop, staff, list, subjects } = await shopWithStaff()
  await raise(shop)
  const [alert] = await list()
  const path = fillPath(apiPaths.adminAlertResolve, { id: alert?.id ?? '' })

  const first = await staff.call<Alert>('POST', path)
  const second = await staff.call<Alert>('POST', path)

  expect(first.body.endedAt).not.toBeNull()
  expect(second.body).toEqual(first.body)
  expect(await subjects()).toHaveLength(1)
  expect(
    await shop.sql("select 1 from audit_entries where action = 'alert.resolved'"),
  ).toHaveLength(1)
})

test('an ended alert is listed for seven days; a new alert is listed at once', async () => {
  const { shop } = await shopWithStaff()
  await raise(shop)
  await end(shop)

  shop.clock.advance(7 * 86_400_000 + 1000)
  // The first staff session has expired by then.
  const later = await staffBrowser(shop)
  const list = async () => (await later.call<Alert[]>('GET', apiPaths.adminAlerts)).body

  expect(await list()).toEqual([])
  await raise(shop, 'new')
  expect(await list()).toHaveLength(1)
})
