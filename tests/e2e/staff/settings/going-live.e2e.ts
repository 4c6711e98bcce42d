import { apiPaths } from '#contract/paths.ts'
import type { Checklist } from '#contract/staff/checklist.ts'
import { delayResponses } from '#tests/support/e2e/base-test.ts'
import { expectAccessibleInBothThemes, signInAsStaff } from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

test('the owner works through the going-live checklist', { tag: '@core' }, async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/admin/settings')
  const list = page.getByRole('list', { name: 'Going-live checklist' })
  const line = (title: string) => list.getByRole('listitem').filter({ hasText: title })
  await expect(line('Card payments')).toContainText('Set PAYMENTS=stripe')
  await line('Legal texts').getByRole('button', { name: "I've read them" }).press('Enter')
  await expect(line('Legal texts')).toContainText('You confirmed that the terms')
  await line('Restore test').getByRole('button', { name: 'Record date' }).click()
  const field = page.getByLabel('Date of the restore test')
  await expect(field).toHaveAccessibleDescription(/Choose today or an earlier date/)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(line('Email').getByRole('status')).toContainText(
    'Stored in the development mailbox.',
  )
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessibleInBothThemes(page)
})

test('a checklist that fails to load can be loaded again', async ({ page }) => {
  await signInAsStaff(page)
  await page.route(apiPaths.adminChecklist, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/settings')
  await expect(page.getByText("We couldn't load the checklist")).toBeVisible()
  await page.unroute(apiPaths.adminChecklist)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Going-live checklist' })).toBeVisible()
})

test('a line that the provider did not answer says so and is not counted as done', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.route(apiPaths.adminChecklist, async (route) => {
    const { items }: Checklist = await (await route.fetch()).json()
    const unknown = {
      state: 'unknown',
      text: "Stripe didn't answer. Reload the page to check again.",
    }
    const json = items.map((item) => ({
      ...item,
      ...(item.id === 'billing_portal' ? unknown : { state: 'done' }),
    }))
    await route.fulfill({ json: { items: json } })
  })
  await page.goto('/admin/settings')
  const line = page
    .getByRole('list', { name: 'Going-live checklist' })
    .getByRole('listitem')
    .filter({ hasText: 'Billing page' })
  await expect(line.getByRole('heading')).toHaveText('Billing page: Not checked')
  await expect(line).toContainText('Reload the page to check again.')
  await expect(page.getByText('1 of 11 left to check before you take orders.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the sections of the settings can be reached from the top and from the checklist', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/admin/settings')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await page.getByRole('navigation', { name: 'Sections' }).getByText('Going live').click()
  await expect(section('Going live')).toBeInViewport()
  await expect(section('Shop details')).not.toBeInViewport()
  await section('Going live').getByRole('link', { name: 'Sales tax settings' }).click()
  await expect(section('Sales tax').getByRole('heading', { name: 'Sales tax' })).toBeInViewport()
})

test('a link to a section shows it also when the sections above it load later', async ({
  page,
}) => {
  await signInAsStaff(page)
  await page.setViewportSize({ width: 375, height: 800 })
  const showBackups = await delayResponses(page, apiPaths.adminBackups)
  const showChecklist = await delayResponses(page, apiPaths.adminChecklist)
  await page.goto('/admin/settings#going-live')
  const section = page.getByRole('region', { name: 'Going live', exact: true })
  await expect(section).toBeInViewport()
  showBackups()
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeAttached()
  showChecklist()
  await expect(section.getByRole('heading', { name: /Card payments/ })).toBeInViewport()

  await page.mouse.wheel(0, -2000)
  await expect(section).not.toBeInViewport()
})
