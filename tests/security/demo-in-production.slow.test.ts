import { expect, onTestFinished, test } from 'vitest'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import { DEMO_ADMIN } from '#server/config/environment.ts'
import { assertNoDemoData } from '#server/demo/assert-no-demo-data.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { seedLoad } from '#server/demo/seed-load.ts'
import { addStaff } from '#server/modules/identity/index.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { productionSettings } from '#tests/support/production-settings.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startServer } from '#tests/support/server-process.ts'

const errorMessage = ({ deps }: TestShop) =>
  assertNoDemoData(deps.db).then(
    () => 'accepted',
    (error: Error) => error.message,
  )
const calendar = defaultCalendar('America/New_York')

test('AU11: production does not start until npm run staff has removed the demo account', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const shop = await openShop({ databaseUrl: url })
  await addStaff(shop.deps, DEMO_ADMIN.email, DEMO_ADMIN.password)
  const env = { ...productionSettings, DATABASE_URL: url, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }

  const rejected = startServer({ ...env, PORT: String(await freePort()) })
  expect(await rejected.ended).toBe(1)
  expect(rejected.output().trim()).toBe(
    'Configuration error: the database contains the demo staff account: remove it with npm run staff -- remove admin@carboy.example --yes',
  )

  // Accounts can be managed while the configuration prevents a start.
  const incomplete = { ...env, TRUST_PROXY: '', ADMIN_PASSWORD: '' }
  const removed = await runCommand('staff', ['remove', DEMO_ADMIN.email, '--yes'], incomplete)
  expect(removed).toEqual({ output: `Removed ${DEMO_ADMIN.email}.\n`, code: 0 })
  const server = startServer({ ...env, PORT: String(await freePort()) })
  await server.waitUntilUp()
  expect(await shop.sql('select email from staff')).toEqual([{ email: env.ADMIN_EMAIL }])
})

test('AU11: any account with the demo password is rejected and named', async () => {
  const shop = await openShop()
  await addStaff(shop.deps, 'ben@water.example', 'a-password-of-his-own')
  expect(await errorMessage(shop)).toBe('accepted')
  await addStaff(shop.deps, 'ana@water.example', DEMO_ADMIN.password)

  expect(await errorMessage(shop)).toBe(
    'ana@water.example has the demo password: set another with npm run staff -- reset ana@water.example',
  )
})

test('AU11: demo data is rejected, also without orders or mixed with real orders', async () => {
  const line =
    'the database contains demo data: start with an empty one (set DATABASE_URL to a new database, or DATA_DIR to an empty folder)'
  const demo = await openShop({ env: { SEED: 'demo' } })
  expect(await errorMessage(demo)).toBe(line)

  const trucksOnly = await openShop()
  await seedDemo({ ...trucksOnly.deps, calendar, fingerprintKey: undefined })
  expect(await errorMessage(trucksOnly)).toBe(line)

  const loaded = await openShop()
  await buyOnce(loaded)
  await seedLoad({ ...loaded.deps, calendar, fingerprintKey: 'sk_test' }, 5, () => {})
  expect(await errorMessage(loaded)).toBe(line)
})

test('AU11: real data is accepted, even after a start with demo data as the default', async () => {
  const own = await openShop()
  await buyOnce(own)
  const { deps } = own
  await seedDemo({ ...deps, calendar, fingerprintKey: deps.sandbox?.secretKey })
  expect(await errorMessage(own)).toBe('accepted')

  // Earlier versions stored this value with or without demo data.
  await own.sql("update settings set value = 'yes' where name = 'demo_seeded'")
  expect(await errorMessage(own)).toBe('accepted')
  const demo = await openShop({ env: { SEED: 'demo' } })
  await demo.sql("update settings set value = 'yes' where name = 'demo_seeded'")
  expect(await errorMessage(demo)).toContain('demo data')
})

async function buyOnce(shop: TestShop): Promise<void> {
  const buyer = shop.buyer()
  expect((await buyer.place(buyer.submission())).status).toBe(201)
}
