import { expect, type Page } from '@playwright/test'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { findProduct } from './orders.ts'
import { signInAsStaff } from './staff.ts'

/** Marks a product as sold out, or as back in stock. The page is logged in as staff afterwards. */
export async function setSoldOut(page: Page, name: string, isSoldOut: boolean): Promise<void> {
  const { id } = await findProduct(page, name)
  await signInAsStaff(page)
  const path = fillPath(apiPaths.adminProduct, { id })
  expect((await page.request.patch(path, { data: { isSoldOut } })).ok()).toBe(true)
}
