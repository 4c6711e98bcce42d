import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openOnce, openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser, STAFF, staffBrowser } from '#tests/support/sign-in.ts'

const PATH = apiPaths.adminSettings

async function homePage(shop: TestShop): Promise<string> {
  return (await fetch(`${shop.url}/`)).text()
}

test('rule 33: the first start stores the variables, and the page shows them', async () => {
  const shop = await openShop({ env: { SHOP_NAME: 'Hudson Water', SHOP_PHONE: '(845) 555-0100' } })
  const staff = await staffBrowser(shop)

  const { body } = await staff.call<Settings>('GET', PATH)

  expect(body).toEqual({
    version: 1,
    name: 'Hudson Water',
    phone: '(845) 555-0100',
    email: 'hello@carboy.example',
    city: 'Kingston, New York',
    town: 'Rhinebeck, New York',
    legalContact: '',
    chargesTax: false,
    priceIncreases: 'ask',
    depositCents: 0,
    isDepositTaxable: false,
    routeDaysOnly: false,
    routing: defaultPlanning,
    calendar: {
      periods: [
        {
          from: '0001-01-01',
          timeZone: 'America/New_York',
          dayStartHour: 8,
          cutoffHours: 24,
          chargeHour: 6,
          reminderDays: 3,
        },
      ],
      closedDates: [],
    },
  })
})

test('rule 33: a change shows on pages, in emails and in the audit log at once', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const change = { name: 'Fish & <Chips> Water', phone: '(845) 555-0199', email: 'w@example.com' }

  const { status, body } = await staff.call<Settings>('PATCH', PATH, { ...change, version: 1 })

  expect(status).toBe(200)
  expect(body).toMatchObject({ ...change, version: 2, city: 'Kingston, New York' })
  const html = await homePage(shop)
  expect(html).toContain('Fish &amp; &lt;Chips&gt; Water')
  expect(html).toContain('(845) 555-0199')
  expect(html).not.toContain('(845) 555-0142')
  await customerBrowser(shop)
  const [email] = await shop.mailbox()
  expect(email?.subject).toContain('Fish & <Chips> Water')
  const [sender] = await shop.sql<{ sender: string }>('select sender from mailbox')
  expect(sender?.sender).toBe('"Fish & <Chips> Water" <w@example.com>')
  const entries = await shop.sql(
    "select staff_email, before, after, personal from audit_entries where action = 'settings.updated'",
  )
  expect(entries).toEqual([
    {
      staff_email: STAFF.email,
      before: {},
      after: {},
      personal: {
        before: {
          name: 'Carboy Water',
          phone: '(845) 555-0142',
          email: 'hello@carboy.example',
        },
        after: change,
      },
    },
  ])
})

test('rule 33: a change reaches every process, also after a lost connection', async () => {
  const { url: databaseUrl, drop } = await freshDatabase()
  const [first, second] = [await openShop({ databaseUrl }), await openShop({ databaseUrl })]
  const staff = await staffBrowser(first)

  await staff.call('PATCH', PATH, { name: 'Second name' })
  await expect.poll(() => second.deps.shop.name).toBe('Second name')

  // The change is made while the other process is not listening.
  await first.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'carboy listener' and datname = current_database()`,
  )
  await staff.call('PATCH', PATH, { name: 'Third name' })
  await expect.poll(() => second.deps.shop.name).toBe('Third name')
  await first.close()
  await second.close()
  await drop()
})

test('a change made from an older version is rejected and loses nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', PATH, { name: 'First', version: 1 })

  const late = await staff.call('PATCH', PATH, { name: 'Second', version: 1 })

  expect(late).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(shop.deps.shop.name).toBe('First')
})

test('of two changes from one version made at the same moment, one is rejected', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const replies = await Promise.all(
    ['A', 'B', 'C'].map((name) => staff.call('PATCH', PATH, { name, version: 1 })),
  )

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

test('a change to the same values changes nothing', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { body } = await staff.call<Settings>('PATCH', PATH, { city: 'Kingston, New York' })
  expect(body.version).toBe(1)
  expect(await shop.sql("select 1 from audit_entries where action = 'settings.updated'")).toEqual(
    [],
  )
})

const openForRejected = openOnce(async () => {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
})

test.each([
  ['an empty name', { name: '' }, 'name'],
  ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name'],
  ['a phone number of six characters', { phone: '555-01' }, 'phone'],
  ['an address without a host', { email: 'hello@' }, 'email'],
  ['a NUL character', { city: 'a\0b' }, 'city'],
  ['a contact text of 501 characters', { legalContact: 'x'.repeat(501) }, 'legalContact'],
])('%s is rejected with a message for its field', async (_, change, field) => {
  const { staff } = await openForRejected()

  const { status, body } = await staff.call<{ fields: object }>('PATCH', PATH, change)

  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual([field])
})

test('a line break in the name cannot add a header to emails', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { status } = await staff.call('PATCH', PATH, { name: 'Water\r\nBcc: x@example.com' })
  expect(status).toBe(400)
})
