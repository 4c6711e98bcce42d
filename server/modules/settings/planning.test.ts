import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('rule 51: the owner changes some of the planning settings, and the others stay', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const change = (routing: object) =>
    staff.call<Settings & { code: string }>('PATCH', apiPaths.adminSettings, { routing })
  await change({ depotZip: '12401-1234', weights: { lateness: 9 } })
  const { body } = await change({ opens: '07:00', milesPerHour: 25 })
  expect(body.routing).toEqual({
    ...defaultPlanning,
    depotZip: '12401',
    opens: '07:00',
    milesPerHour: 25,
    weights: { ...defaultPlanning.weights, lateness: 9 },
  })
  for (const routing of [
    { closes: '06:30' },
    { opens: '19:00' },
    { opens: '25:00' },
    { milesPerHour: 0 },
    { depotZip: 'Kingston' },
    { depotPlace: { lat: 91, lon: 0 } },
    { weights: { driving: -1 } },
  ])
    expect([routing, (await change(routing)).body.code]).toEqual([routing, 'invalid'])
  const [entry] = await shop.sql<{ after: { planning: string } }>(
    `select after from audit_entries where action = 'settings.updated' order by at desc, id desc limit 1`,
  )
  expect(entry?.after.planning).toMatch(/^Depot 12401, open 07:00–18:00, reload 20 min, 25 mph/)
})
