import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const today = dateIn('America/New_York', new Date())

test('rule 64: the outlook shows how full the days of a zone are, also on a phone', {
  tag: '@core',
}, async ({ page }) => {
  const name = uniqueWord('Outlook')
  await signInAsStaff(page)
  const routeDay = {
    weekday: toWeekday(addDays(today, 2)),
    everyWeeks: 1,
    from: today,
    capacity: 120,
  }
  const zip = String(10_000 + Math.floor(Math.random() * 89_999))
  const added = await page.request.post(apiPaths.adminZones, {
    data: { name, zips: [zip], routeDays: [routeDay] },
  })
  const { id } = (await added.json()) as { id: string }
  await page.goto('/admin/outlook')

  await expect(page.getByRole('heading', { name: 'Outlook', exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(6)
  await expect(row.first()).toContainText('0 / 120')
  await expect(row.first()).toContainText('Under half')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await page.setViewportSize({ width: 375, height: 800 })
  const item = page.getByRole('listitem').filter({ hasText: name })
  await expect(item.first()).toContainText('0 / 120')

  await page.request.delete(`${apiPaths.adminZones}/${id}`)
})

test('the outlook says that there are no route days, and offers to load again', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 500/)
  await signInAsStaff(page)
  let reply: 'error' | 'empty' = 'error'
  await page.route(`**${apiPaths.adminOutlook}`, (route) =>
    reply === 'error'
      ? route.fulfill({ status: 500, json: { message: 'Down', code: 'internal' } })
      : route.fulfill({ json: [] }),
  )
  await page.goto('/admin/outlook')
  await expect(page.getByText("We couldn't load the outlook")).toBeVisible()

  reply = 'empty'
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByText('No route days')).toBeVisible()
})
