import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, runOnDays } from '#tests/support/subscriber.ts'
import {
  applyFile,
  emailedTokens,
  importFile,
  listImports,
  previewFile,
  readAgreement,
  sendLinks,
} from '#tests/support/subscription-import.ts'

async function openWithStaff() {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
}

test('rule 67: an import makes customers, bottles and waiting lines, and no subscription', async () => {
  const { shop, staff } = await openWithStaff()

  const { status, body } = await applyFile(staff, importFile({ 'Deposit paid': '$42.50' }))
  await runOnDays(shop, '2026-03-07', '2026-03-10', '2026-03-17')

  expect([status, body.ready]).toEqual([200, 1])
  const later = await staffBrowser(shop)
  const { rows, counts } = await listImports(later)
  expect(rows).toMatchObject([
    {
      state: 'not_sent',
      name: 'Ben Olsen',
      address: '4 Mill Road, Apt 2, Kingston, NY 12401',
      items: '3 × Spring Water 5 Gallon',
      bottlesHeld: 5,
      notes: 'Side door',
      sentAt: null,
      subscriptionId: null,
    },
  ])
  expect(counts).toMatchObject({ not_sent: 1, agreed: 0 })
  for (const table of ['orders', 'subscriptions', 'cycles', 'payments', 'consents'])
    expect(await shop.sql(`select 1 from ${table}`)).toEqual([])
  const path = fillPath(apiPaths.adminDeposit, { id: rows[0]?.customerId ?? '' })
  expect((await later.call('GET', path)).body).toMatchObject({
    bottles: 5,
    amount: '42.50',
    bottlesHeld: 5,
    movements: [{ kind: 'moved_in', bottles: 5, staffEmail: 'staff@example.com' }],
  })
  const actions = await shop.sql<{ action: string }>('select action from audit_entries order by id')
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['customer.created', 'subscriptions.imported']),
  )
})

test('a customer who is known keeps name and phone', async () => {
  const { shop, staff } = await openWithStaff()
  await shop.buyer().place(shop.buyer().submission({ customerEmail: 'ben@example.com' }))

  await applyFile(staff, importFile())

  expect(await shop.sql('select name, phone from customers')).toEqual([
    { name: 'Ana Ruiz', phone: '845-555-0100' },
  ])
})

test('double clicks, two owners and a repeat after a crash import every line once', async () => {
  const { shop, staff } = await openWithStaff()
  const other = await staffBrowser(shop, 'manager')
  const file = importFile({}, { Email: 'cara@example.com' }, { Street: '5 Mill Road' })
  const { hash } = (await previewFile(staff, file)).body

  const replies = await Promise.all(
    [staff, staff, other, other].map((browser) => applyFile(browser, file, 'all', hash)),
  )
  const again = await applyFile(staff, file)

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(replies.map(({ body }) => body.ready).toSorted()).toEqual([0, 0, 0, 3])
  expect(again.body).toMatchObject({ ready: 0, imported: 3 })
  expect((await listImports(staff)).rows).toHaveLength(3)
  expect(await shop.sql('select 1 from customers')).toHaveLength(2)
  expect(await shop.sql('select 1 from deposit_openings')).toHaveLength(3)
})

test('another file than the previewed one is rejected', async () => {
  const { staff } = await openWithStaff()
  const { hash } = (await previewFile(staff, importFile())).body

  const { status, body } = await applyFile(staff, importFile({ Name: 'Eve Olsen' }), 'all', hash)

  expect([status, body.code]).toEqual([409, 'stale'])
  expect((await listImports(staff)).rows).toEqual([])
})

test('rule 67: links are sent once, again with a new token, and reminders after a day', async () => {
  const { shop, staff } = await openWithStaff()
  await applyFile(staff, importFile({}, { Email: 'cara@example.com' }))

  const sent = await Promise.all([1, 2, 3].map(() => sendLinks(staff, { to: 'not_sent' })))
  expect(sent.map(({ body }) => body.queued).toSorted()).toEqual([0, 0, 2])
  expect((await listImports(staff)).counts).toMatchObject({ sending: 2 })
  shop.clock.advance(1000)
  const [first = ''] = await emailedTokens(shop)
  expect((await listImports(staff, '?state=sent')).rows).toHaveLength(2)
  expect((await sendLinks(staff, { to: 'unanswered' })).body.queued).toBe(0)
  shop.clock.advance(25 * 3_600_000)
  const nextDay = await staffBrowser(shop)
  expect((await sendLinks(nextDay, { to: 'unanswered' })).body.queued).toBe(2)
  shop.clock.advance(1000)
  const tokens = await emailedTokens(shop)

  expect(tokens).toHaveLength(4)
  expect(new Set(tokens).size).toBe(4)
  expect((await readAgreement(shop.buyer(), first)).status).toBe(404)
  expect((await readAgreement(shop.buyer(), tokens[3] ?? '')).status).toBe(200)
  const stored = await shop.sql<{ row: string }>(
    "select coalesce(string_agg(i::text, ''), '') as row from imported_subscriptions i",
  )
  expect(tokens.filter((token) => stored[0]?.row.includes(token))).toEqual([])
  const actions = await shop.sql("select after from audit_entries where action like '%links_sent'")
  expect(actions).toEqual([{ after: { links: 2 } }])
  expect(await emailsOfKind(shop, 'agreement_request')).toHaveLength(4)
})

test('the list filters, searches, pages and shows links that failed or expired', async () => {
  const { shop, staff } = await openWithStaff()
  const many = Array.from({ length: 60 }, (_, n) => ({ Email: `c${n}@example.com` }))
  await applyFile(staff, importFile(...many))
  const { rows } = await listImports(staff, '?q=c7@example')
  await sendLinks(staff, { id: rows[0]?.id ?? '' })
  await emailedTokens(shop)
  shop.clock.advance(31 * 86_400_000)

  const later = await staffBrowser(shop)
  const page = await listImports(later)
  const rest = await listImports(later, `?after=${page.next}`)
  const expired = await listImports(later, '?state=expired')
  await shop.sql("update emails set status = 'discarded', last_error = 'EENVELOPE 550'")
  const failed = await listImports(later, '?state=failed&q=OLSEN')

  expect(rows.map(({ email }) => email)).toEqual(['c7@example.com'])
  expect([page.rows.length, rest.rows.length, rest.next]).toEqual([50, 10, null])
  expect(expired.rows.map(({ email }) => email)).toEqual(['c7@example.com'])
  expect(failed.rows.map(({ email }) => email)).toEqual(['c7@example.com'])
  expect((await listImports(later, '?q=%25')).rows).toEqual([])
})

test('a removed line takes its bottles along, its link stops, and it can be imported again', async () => {
  const { shop, staff } = await openWithStaff()
  await applyFile(staff, importFile())
  await sendLinks(staff, { to: 'not_sent' })
  const [token = ''] = await emailedTokens(shop)
  const { rows } = await listImports(staff)
  const path = fillPath(apiPaths.adminImportedSubscription, { id: rows[0]?.id ?? '' })

  const removed = await Promise.all([staff.call('DELETE', path), staff.call('DELETE', path)])

  expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 404])
  expect((await readAgreement(shop.buyer(), token)).status).toBe(404)
  expect(await shop.sql('select 1 from deposit_openings')).toEqual([])
  expect((await applyFile(staff, importFile())).body.ready).toBe(1)
})

test('rule 35: dispatchers and viewers cannot import', async () => {
  const { shop } = await openWithStaff()
  for (const role of ['dispatcher', 'viewer'] as const) {
    const browser = await staffBrowser(shop, role)
    expect((await previewFile(browser, importFile())).status).toBe(403)
    expect((await sendLinks(browser, { to: 'not_sent' })).status).toBe(403)
  }
})
