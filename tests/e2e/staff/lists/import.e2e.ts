import type { Page } from '@playwright/test'
import { expect, expectNoOverflow, test } from '#tests/support/e2e/base-test.ts'
import {
  expectAccessibleInBothThemes,
  expectToast,
  rowWith,
  signInAsStaff,
  uniqueWord,
} from '#tests/support/e2e/staff.ts'

const csv = (text: string, name = 'file.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function openImport(page: Page, list: string) {
  await signInAsStaff(page)
  await page.goto(`/admin/${list}`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog')
  return { dialog, file: dialog.getByLabel(/CSV file|different file/) }
}

test('a truck file with errors is rejected line by line, and imported once fixed', {
  tag: '@core',
}, async ({ page }) => {
  const [heron, otter] = [uniqueWord('Heron'), uniqueWord('Otter')]
  const { dialog, file } = await openImport(page, 'trucks')
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
  await expectAccessibleInBothThemes(page)

  await file.setInputFiles(
    csv(
      `Name,License Plate,Capacity,Status,Driver\n${heron},${heron},40,,A\n,${otter},0,unknown,B\n`,
    ),
  )
  await expect(dialog.getByText('3 errors in the file')).toBeVisible()
  const errors = dialog.getByRole('table', { name: 'Errors' }).getByRole('row')
  await expect(errors).toHaveText([
    /Line.*Column.*Problem/,
    /3.*Name.*Name is required/,
    /3.*Capacity.*Capacity must be at least 1/,
    /3.*Status.*Status must be available, in-use or maintenance/,
  ])
  await expect(dialog.getByText('Ignored columns: Driver')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
  await expectAccessibleInBothThemes(page)

  await file.setInputFiles(
    csv(`\uFEFFname;license plate;capacity\r\n${heron};${heron};40\r\n${otter};${otter};12\r\n`),
  )
  await expect(dialog.getByText('2 new')).toBeVisible()
  await expect(rowWith(page, otter.toUpperCase())).toContainText('New')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Import 2 trucks' }).click()

  await expectToast(page, 'Trucks imported successfully')
  await expect(dialog).toBeHidden()
  await expect(rowWith(page, heron)).toContainText('40 bottles')
  await expect(rowWith(page, otter)).toContainText('12 bottles')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused()
})

test('a customer file shows its changes before the import', async ({ page }) => {
  const email = `${uniqueWord('import')}@example.com`
  const { dialog, file } = await openImport(page, 'customers')
  await file.setInputFiles(csv(`Email,Name\n${email.toUpperCase()},Bo Park\n`))
  await dialog.getByRole('button', { name: 'Import 1 customer' }).click()
  await expectToast(page, 'Customers imported successfully')

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await file.setInputFiles(csv(`Email,Name\n${email},Bob Park\n`))
  await expect(dialog.getByText('Name: Bo Park → Bob Park')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowWith(page, email)).toContainText('Bob Park')

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await file.setInputFiles(csv(`Email,Name\n${email},Bob Park\n`))
  await expect(dialog.getByText('1 unchanged')).toBeVisible()
  await expect(dialog.getByText('Nothing to import.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
})

test('of two files the last selected one is previewed, even if the first is read more slowly', async ({
  page,
}) => {
  const [slow, quick] = [uniqueWord('Slow'), uniqueWord('Quick')]
  const { dialog, file } = await openImport(page, 'trucks')
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const state = window as unknown as { isRead?: boolean }
    Blob.prototype.arrayBuffer = async function () {
      Blob.prototype.arrayBuffer = read
      await new Promise((resolve) => setTimeout(resolve, 600))
      const content = await read.call(this)
      state.isRead = true
      return content
    }
  })
  const trucks = (name: string) =>
    csv(`Name,License Plate,Capacity\n${name},${name},4\n`, `${name}.csv`)

  await file.setInputFiles(trucks(slow))
  await file.setInputFiles(trucks(quick))
  await expect(dialog.getByText(`${quick}.csv`)).toBeVisible()
  await page.waitForFunction(() => 'isRead' in window)

  await expect(dialog.getByRole('cell', { name: quick.toUpperCase(), exact: true })).toBeVisible()
  await expect(dialog.getByText(slow)).toHaveCount(0)
  await expect(dialog.getByText(`${quick}.csv`)).toBeVisible()
})

test('files in a wrong format are rejected with a reason, and a file can be dropped', async ({
  page,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/status of 400/)
  const { dialog, file } = await openImport(page, 'trucks')

  await file.setInputFiles({
    name: 'fleet.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\x03\x04 and so on'),
  })
  await expect(dialog.getByRole('alert')).toContainText('This is a spreadsheet file.')
  await file.setInputFiles(csv('a,b\n'.repeat(1_400_000)))
  await expect(dialog.getByRole('alert')).toContainText('larger than 5 MB')
  await file.setInputFiles(csv('Capacity\n4\n'))
  await expect(dialog.getByRole('alert')).toContainText('"Name" is missing')
  await expectAccessibleInBothThemes(page)

  const plate = uniqueWord('DROP')
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.csv'))
    return transfer
  }, `Name,License Plate\nDropped,${plate}\n`)
  await dialog
    .getByText('Choose or drop a different file')
    .dispatchEvent('drop', { dataTransfer: data })
  await expect(dialog.getByText('dropped.csv')).toBeVisible()
  await expect(dialog.getByText('1 new')).toBeVisible()
})

test('the dialog works by keyboard, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  // Registered first: the browser must know that the file chooser is intercepted.
  page.on('filechooser', (chooser) =>
    chooser.setFiles(csv('Name,License Plate,Capacity\nA very long name indeed,A 1,x\n')),
  )
  await signInAsStaff(page)
  await page.goto('/admin/trucks')
  const button = page.getByRole('button', { name: 'Import', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  // A dialog takes the focus shortly after rendering; wait for it before pressing keys.
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  const file = page.getByRole('dialog').getByLabel(/CSV file/)
  for (
    let n = 0;
    n < 4 && !(await file.evaluate((input) => input === document.activeElement));
    n++
  ) {
    await page.keyboard.press('Tab')
  }
  await expect(file).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 error in the file')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoOverflow(page)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
})
