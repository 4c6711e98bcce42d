import type { Page } from '@playwright/test'
import { staff } from '#tests/support/e2e/staff.ts'

export async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(staff.password)
  await page.getByRole('button', { name: 'Login' }).click()
}
