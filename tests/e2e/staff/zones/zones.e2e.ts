import type { Page } from '@playwright/test'
import { dateIn, formatDate } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { expect, expectNoOverflowAtAnyWidth, test } from '#tests/support/e2e/base-test.ts'
import {
  choose,
  expectAccessibleInBothThemes,
  expectToast,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

/** Tests share a shop, and a ZIP code belongs to one zone. */
const uniqueZip = () => String(10_000 + Math.floor(Math.random() * 89_999))

const today = dateIn('America/New_York', new Date())

const zoneCard = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Zones' }).getByRole('listitem', { name, exact: true })

async function addZone(page: Page, zone: object): Promise<void> {
  const response = await page.request.post(apiPaths.adminZones, { data: zone })
  expect(response.status()).toBe(201)
}

test('a zone is added with ZIP codes and a route day, edited and archived', {
  tag: '@core',
}, async ({ page }) => {
  const name = uniqueWord('Kingston')
  const [first, second, third] = [uniqueZip(), uniqueZip(), uniqueZip()]
  await signInAsStaff(page)
  await page.goto('/admin/zones')

  await page.getByRole('button', { name: 'Add zone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('ZIP codes', { exact: true }).fill(`${first}\n1240`)
  await dialog.getByRole('button', { name: 'Add zone' }).click()
  await expect(dialog.getByText('Enter a name of up to 60 characters')).toBeVisible()
  await expect(
    dialog.getByText("1240 isn't a ZIP code. Enter ZIP codes of five digits."),
  ).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('ZIP codes', { exact: true }).fill(`${first}-1234\n${second};`)
  await dialog.getByLabel('File with ZIP codes').setInputFiles({
    name: 'zips.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`zip,town\n${third},Hurley\n${second},Kingston\n`),
  })
  await expect(dialog.getByLabel('ZIP codes', { exact: true })).toHaveValue(
    `${first}-1234, ${second}, ${third}`,
  )
  await dialog.getByRole('button', { name: 'Add route day' }).click()
  await choose(page, dialog.getByLabel('Weekday'), 'Tuesday')
  await dialog.getByLabel('Capacity (optional)').fill('120')
  await dialog.getByRole('button', { name: 'Add time window' }).click()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Add zone' }).click()
  await expectToast(page, 'Zone added')

  const card = zoneCard(page, name)
  for (const zip of [first, second, third]) await expect(card).toContainText(zip)
  await expect(card).toContainText('Tuesdays, 8:00 AM – 12:00 PM, up to 120 bottles')
  await expectNoOverflowAtAnyWidth(page)

  await card.getByRole('button', { name: `Edit ${name}` }).click()
  await choose(page, dialog.getByLabel('Repeats'), 'Every second week')
  await dialog.getByRole('button', { name: 'Remove window 1' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Zone saved')
  await expect(card).toContainText(
    `Every second Tuesday, from the week of ${formatDate(today, 'short')}, up to 120 bottles`,
  )

  await card.getByRole('button', { name: `Archive ${name}` }).click()
  await expect(dialog).toContainText('3 ZIP codes are free for another zone.')
  await expect(dialog).toContainText('0 open deliveries keep their dates.')
  await dialog.getByRole('button', { name: 'Archive zone' }).click()
  await expectToast(page, 'Zone archived')
  await expect(card).toHaveCount(0)
})

test('a ZIP code of another zone and a colleague’s change are shown, and no input is lost', async ({
  page,
}) => {
  const [name, other] = [uniqueWord('Hurley'), uniqueWord('Woodstock')]
  const [zip, otherZip] = [uniqueZip(), uniqueZip()]
  await signInAsStaff(page)
  await addZone(page, { name, zips: [zip], routeDays: [] })
  await addZone(page, { name: other, zips: [otherZip], routeDays: [] })
  await page.goto('/admin/zones')
  await expect(zoneCard(page, name)).toContainText('No route days')

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog')
  const zips = dialog.getByLabel('ZIP codes', { exact: true })
  await zips.fill(`${zip} ${otherZip}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(`Already in another zone: ${otherZip} (${other}).`)).toBeVisible()
  await expect(zips).toHaveValue(`${zip} ${otherZip}`)

  const zones = (await (await page.request.get(apiPaths.adminZones)).json()) as {
    id: string
    name: string
  }[]
  const id = zones.find((zone) => zone.name === name)?.id
  await page.request.patch(`${apiPaths.adminZones}/${id}`, { data: { name: `${name} North` } })
  const unused = uniqueZip()
  await zips.fill(unused)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue(`${name} North`)
  await expect(zips).toHaveValue(unused)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Zone saved')
  await expect(zoneCard(page, `${name} North`)).toContainText(unused)
})
