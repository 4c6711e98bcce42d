import type { Page } from '@playwright/test'
import { apiPaths } from '#contract/paths.ts'
import { signInAsStaff } from './staff.ts'
import { expect } from './with-clock.ts'

export async function openProducts(page: Page, query = ''): Promise<void> {
  await signInAsStaff(page)
  await page.goto(`/admin/products${query}`)
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
}

export const panel = (page: Page, name: string) =>
  page.getByRole('complementary').filter({ has: page.getByRole('heading', { name, level: 2 }) })

export const names = (page: Page) =>
  page.getByRole('table', { name: 'Products' }).locator('[data-row-link]').allTextContents()

export const shopNames = async (page: Page): Promise<string[]> => {
  const products: { name: string }[] = await (await page.request.get(apiPaths.products)).json()
  return products.map(({ name }) => name)
}
