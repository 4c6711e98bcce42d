import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { type Settings, SettingsForm } from '#contract/staff/settings.ts'
import {
  expectAccessibleInBothThemes,
  signInAsStaff,
  signInWithRole,
} from '#tests/support/e2e/staff.ts'
import { expect, test } from '#tests/support/e2e/with-clock.ts'

const read = async (page: Page): Promise<Settings> =>
  (await page.request.get(apiPaths.adminSettings)).json()

const change = async (page: Page, form: Partial<SettingsForm>) => {
  const response = await page.request.patch(apiPaths.adminSettings, { data: form })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Opens the settings as the owner. The worker's other tests expect the first settings again. */
async function openSettings(page: Page): Promise<void> {
  await signInAsStaff(page)
  first ??= SettingsForm.parse(await read(page))
  await page.goto('/admin/settings')
  await expect(page.getByRole('form', { name: 'Shop details' })).toBeVisible()
}

let first: SettingsForm | undefined

test.afterEach(async ({ page }) => {
  if (!first) return
  await signInAsStaff(page)
  await change(page, first)
})

/** Saves the shop's details, the first section of the page. */
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first()

test('rule 33: the owner changes the phone number, and customers see it at once', {
  tag: '@core',
}, async ({ page }) => {
  await openSettings(page)
  const form = page.getByRole('form', { name: 'Shop details' })
  const status = form.getByRole('status')
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Phone').fill('845-555-0177')
  await form.getByLabel('More contact lines').fill('PO Box 7\nKingston, NY 12402')
  await expect(status).toHaveText('Unsaved changes')
  await form.getByLabel('Phone').press('Enter')
  await expect(status).toHaveText('Saved. Customers see it at once.')

  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText('845-555-0177')
  await page.goto('/terms-of-service')
  await expect(page.getByText('PO Box 7\nKingston, NY 12402')).toBeVisible()

  await page.goto('/admin/settings')
  await expect(page.getByLabel('Phone')).toHaveValue('845-555-0177')
  await page.getByLabel('Phone').fill('845-555-0178')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('845-555-0177')
})

test('rule 33: an edit of older settings keeps its input and shows what changed', async ({
  page,
}) => {
  await openSettings(page)
  await change(page, { city: 'Rhinebeck, NY' })
  await page.getByLabel('Phone').fill('845-555-0179')
  await saveButton(page).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Someone else edited this')
  await expect(notice).toContainText('City and state is now Rhinebeck, NY')
  await expect(page.getByLabel('Phone')).toHaveValue('845-555-0179')
  await expect(page.getByLabel('City and state')).toHaveValue('Rhinebeck, NY')
  await expectAccessibleInBothThemes(page)

  await saveButton(page).click()
  await expect(page.getByText('Saved. Customers see it at once.')).toBeVisible()
  await expect(notice).toBeHidden()
  expect(await read(page)).toMatchObject({ phone: '845-555-0179', city: 'Rhinebeck, NY' })
})

test('a mistake is shown next to its field, also if only the server finds it', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  await openSettings(page)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('carboy')
  await saveButton(page).click()
  await expect(email).toHaveAccessibleDescription(/Enter a valid email address/)
  await expect(email).toBeFocused()

  await email.fill('hello@carboy.example')
  await page.getByLabel('Phone').fill('845-555-0180')
  await page.route(apiPaths.adminSettings, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 400,
          json: { code: 'invalid', message: 'Check it', fields: { phone: 'No such number' } },
        })
      : route.continue(),
  )
  await saveButton(page).click()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/No such number/)
  await expect(page.getByLabel('Phone')).toHaveValue('845-555-0180')
  await expect(page.getByRole('form').first().getByRole('status')).toHaveText('Unsaved changes')
})

test('settings that fail to load can be loaded again', async ({ page }) => {
  await signInAsStaff(page)
  await page.route(apiPaths.adminSettings, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/admin/settings')
  await expect(page.getByText("We couldn't load the settings")).toBeVisible()
  await page.unroute(apiPaths.adminSettings)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('form', { name: 'Shop details' })).toBeVisible()
})

test('rule 35: only the owner finds the settings', async ({ page, baseURL }) => {
  await signInWithRole(page, baseURL, 'manager')
  await page.goto('/admin/settings')
  await expect(page.getByText("You don't have access to this page")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)
})
