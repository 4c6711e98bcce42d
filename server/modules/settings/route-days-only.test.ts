import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Settings } from '#contract/staff/settings.ts'
import type { Zone } from '#contract/zones/zones.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('rule 46: route days only is off, and turning it on reaches every process and the log', async () => {
  const { url: databaseUrl, drop } = await freshDatabase()
  const [first, second] = [await openShop({ databaseUrl }), await openShop({ databaseUrl })]
  const staff = await staffBrowser(first)
  expect([first.deps.shop.routeDaysOnly, second.deps.shop.routeDaysOnly]).toEqual([false, false])

  const on = await staff.call<Settings>('PATCH', apiPaths.adminSettings, { routeDaysOnly: true })

  expect(on).toMatchObject({ status: 200, body: { routeDaysOnly: true, version: 2 } })
  expect(first.deps.shop.routeDaysOnly).toBe(true)
  await expect.poll(() => second.deps.shop.routeDaysOnly).toBe(true)
  expect(await (await fetch(`${first.url}/`)).text()).toContain('"routeDaysOnly":true')
  const entries = await first.sql(
    "select before, after from audit_entries where action = 'settings.updated'",
  )
  expect(entries).toEqual([{ before: { routeDaysOnly: false }, after: { routeDaysOnly: true } }])
  const wrong = await staff.call('PATCH', apiPaths.adminSettings, { routeDaysOnly: 'yes' })
  expect(wrong.status).toBe(400)
  await first.close()
  await second.close()
  await drop()
})

test('rule 46: every process sees whether a ZIP code belongs to a zone', async () => {
  const { url: databaseUrl, drop } = await freshDatabase()
  const [first, second] = [await openShop({ databaseUrl }), await openShop({ databaseUrl })]
  const staff = await staffBrowser(first)
  const bothHaveZones = () => [first.deps.shop.hasZones, second.deps.shop.hasZones]
  expect(bothHaveZones()).toEqual([false, false])

  const zone = { name: 'Kingston', zips: [] as string[], routeDays: [] }
  const { id } = (await staff.call<Zone>('POST', apiPaths.adminZones, zone)).body
  const path = fillPath(apiPaths.adminZone, { id })
  await staff.call('PATCH', path, { zips: ['12401'] })
  await expect.poll(bothHaveZones).toEqual([true, true])
  expect(await (await fetch(`${second.url}/`)).text()).toContain('"hasZones":true')

  await staff.call('DELETE', path)
  await expect.poll(bothHaveZones).toEqual([false, false])
  await first.close()
  await second.close()
  await drop()
})
