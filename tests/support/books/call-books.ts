import { parse } from 'csv-parse/sync'
import { apiPaths } from '#contract/paths.ts'
import type { Books } from '#contract/staff/books.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'
import { staffBrowser } from '../sign-in.ts'

export const range = (from: string, to: string) => `?from=${from}&to=${to}`
const MARCH = range('2026-03-01', '2026-03-31')

export const books = async (staff: Buyer, query = MARCH) =>
  (await staff.call<Books>('GET', `${apiPaths.adminBooks}${query}`)).body

export async function csv(
  staff: Buyer,
  path: string,
  query = MARCH,
): Promise<Record<string, string>[]> {
  const { body } = await staff.call<string>('GET', `${path}${query}`)
  return parse(body, { bom: true, columns: true, record_delimiter: '\r\n' })
}

export async function readAgain(shop: TestShop, staff?: Buyer) {
  await shop.runJob('payment.readBalance')
  // Exports ask for the password again after 15 minutes.
  return staff ?? staffBrowser(shop)
}
