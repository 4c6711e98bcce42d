import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
} from '#tests/support/e2e/staff.ts'

const PAUSE = '/api/admin/pause'
const RESUME = '/api/admin/pause/resume'
const BACKUPS = '/api/admin/backups'

const pause = {
  startedAt: '2026-03-04T14:00:00.000Z',
  backupTakenAt: '2026-03-04T08:00:00.000Z',
  queuedEmails: 2,
}

const backup = (change: object) => ({
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'manual',
  path: '/var/lib/carboy/backups/carboy-2026-03-04T08-00-00.000Z.backup',
  bytes: 5_400_000,
  takenAt: '2026-03-04T08:00:00.000Z',
  verifiedAt: '2026-03-04T08:01:00.000Z',
  removedAt: null,
  ...change,
})

const backups = (rows: object[], settings: object = {}) => ({
  settings: { hour: 3, folder: '', keep: 14, ...settings },
  defaultFolder: '/var/lib/carboy/backups',
  isEncrypted: false,
  backups: rows,
})

test.beforeEach(({ page }) => signInAsStaff(page))

test('a paused shop says so on the dashboard, and the owner resumes it in the settings', {
  tag: '@core',
}, async ({ page }) => {
  let isPaused = true
  let forced: unknown
  await page.route(PAUSE, (route) => route.fulfill({ json: { pause: isPaused ? pause : null } }))
  await page.route(RESUME, (route) => {
    const { force, queuedEmails } = route.request().postDataJSON() as Record<string, unknown>
    if (!force)
      return route.fulfill({
        status: 503,
        json: { code: 'not_compared', message: "We couldn't compare your books." },
      })
    forced = { force, queuedEmails }
    isPaused = false
    return route.fulfill({
      json: {
        comparison: { payments: 3, adopted: 2, refunded: 1, setAside: 0 },
        discardedEmails: 2,
      },
    })
  })
  await page.goto('/admin/dashboard')
  const banner = page.getByRole('region', { name: 'Paused shop' })
  await expect(banner).toContainText('Checkout is closed.')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)

  await banner.getByRole('link', { name: 'Go to backups' }).press('Enter')
  const section = page.getByRole('region', { name: 'Backups', exact: true })
  await section.getByRole('button', { name: 'Resume shop' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Resume shop?' })
  await dialog.getByRole('button', { name: 'Resume shop' }).press('Enter')
  await expect(section).toContainText("We couldn't compare your books.")

  await section.getByRole('button', { name: 'Resume without comparing' }).press('Enter')
  const again = page.getByRole('alertdialog', { name: 'Resume without comparing?' })
  await again.getByRole('checkbox', { name: "Don't send the 2 emails" }).press('Space')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await again.getByRole('button', { name: 'Resume without comparing' }).press('Enter')
  await expectToast(page, 'Shop resumed')
  await expect(section.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  expect(forced).toEqual({ force: true, queuedEmails: 'discard' })
})

test('payments that could not be matched keep the shop paused until the owner insists', async ({
  page,
}) => {
  const bodies: unknown[] = []
  const message = "The payment provider has payments that we can't match to an order."
  await page.route(PAUSE, (route) =>
    route.fulfill({ json: { pause: bodies.length < 2 ? { ...pause, queuedEmails: 0 } : null } }),
  )
  await page.route(RESUME, (route) => {
    bodies.push(route.request().postDataJSON())
    if (bodies.length === 1)
      return route.fulfill({ status: 409, json: { code: 'books_differ', message } })
    const comparison = { payments: 1, adopted: 0, refunded: 0, setAside: 1 }
    return route.fulfill({ json: { comparison, discardedEmails: 0 } })
  })
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: 'Backups', exact: true })
  await section.getByRole('button', { name: 'Resume shop' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Resume shop?' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Resume shop' }).press('Enter')
  await expect(section).toContainText(message)

  await section.getByRole('button', { name: 'Resume anyway' }).press('Enter')
  const again = page.getByRole('alertdialog', { name: 'Resume anyway?' })
  await again.getByRole('button', { name: 'Resume anyway' }).press('Enter')
  await expectToast(page, 'Shop resumed')
  expect(bodies).toEqual([
    { force: false, queuedEmails: 'send' },
    { force: true, queuedEmails: 'send' },
  ])
})

test('the owner sees the last backup, takes one now and changes the schedule', async ({ page }) => {
  let reply = backups([])
  const saved: unknown[] = []
  await page.route(BACKUPS, (route) => {
    const request = route.request()
    if (request.method() === 'POST') reply = backups([backup({})])
    if (request.method() === 'PATCH') {
      const settings = request.postDataJSON() as object
      saved.push(settings)
      reply = backups([backup({})], settings)
    }
    return route.fulfill({ json: reply })
  })
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: 'Backups', exact: true })
  await expect(section).toContainText('No backups yet.')

  await section.getByRole('button', { name: 'Back up now' }).press('Enter')
  await expectToast(page, 'Backup saved')
  await expect(section).toContainText('5.4 MB')
  await expect(section).toContainText("Backups aren't encrypted.")

  await section.getByLabel('Nightly backups to keep').fill('0')
  await section.getByLabel('Folder on the server').fill('backups')
  await section.getByRole('button', { name: 'Save backups' }).press('Enter')
  await expect(section).toContainText('Enter a number from 1 to 365')
  await expect(section).toContainText('Enter a full path')
  expect(saved).toEqual([])
  await section.getByLabel('Nightly backups to keep').fill('7')
  await section.getByLabel('Folder on the server').fill('/mnt/backups')
  await expectAccessibleInBothThemes(page)
  await expectNoOverflowAtAnyWidth(page)
  await section.getByRole('button', { name: 'Save backups' }).press('Enter')
  await expectToast(page, 'Backups saved')
  expect(saved).toEqual([{ hour: 3, folder: '/mnt/backups', keep: 7 }])
})
