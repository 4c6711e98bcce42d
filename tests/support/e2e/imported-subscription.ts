import { expect, type Page } from '@playwright/test'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { apiPaths } from '#contract/paths.ts'
import { freshEmail } from './base-test.ts'
import { signInAsStaff, uniqueWord } from './staff.ts'
import { findEmail } from './subscriber.ts'

const HEADER =
  'Name,Email,Phone,Street,City,State,ZIP,Spring Water 5 Gallon,Frequency,Next delivery,Bottles held,Notes'

/** Imports one customer, sends the link and returns its path. */
export async function inviteImported(page: Page) {
  await signInAsStaff(page)
  const name = uniqueWord('Mover')
  const email = freshEmail('mover')
  const date = addDays(dateIn('America/New_York', new Date()), 30)
  const line = `${name},${email},845-555-0199,9 Harbor Lane,Kingston,NY,12401,2,weekly,${date},4,Blue door`
  const upload = { data: `${HEADER}\n${line}`, headers: { 'content-type': 'text/csv' } }
  const preview = await page.request.post(apiPaths.adminSubscriptionsImportPreview, upload)
  const { hash } = await preview.json()
  await page.request.post(`${apiPaths.adminSubscriptionsImport}?hash=${hash}`, upload)
  const { rows } = await imported(page, email)
  const { id } = rows[0] ?? { id: '' }
  const sent = await page.request.post(apiPaths.adminImportedLinks, { data: { id } })
  expect(sent.ok()).toBe(true)
  const text = await findEmail(page, email, /Please confirm your water deliveries/)
  const link = /\/agree\/[\w-]+/.exec(text)?.[0] ?? ''
  return {
    name,
    link,
    /** The answer as staff see it. */
    state: async () => (await imported(page, email)).rows[0]?.state,
  }
}

type ImportedList = { rows: { id: string; state: string }[] }

const imported = async (page: Page, email: string): Promise<ImportedList> =>
  (await page.request.get(apiPaths.adminImportedSubscriptions, { params: { q: email } })).json()
