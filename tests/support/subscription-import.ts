import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  ImportedList,
  SubscriptionImportReport,
} from '#contract/staff/subscription-imports.ts'
import type { Agreement } from '#contract/subscriptions/agreements.ts'
import { type Buyer, GOOD_CARD } from './buyer.ts'
import type { TestShop } from './open-shop.ts'

type Cells = Record<string, string | number>
type FailureReply = { message: string; code: string }

export const importedLine: Cells = {
  Name: 'Ben Olsen',
  Email: 'ben@example.com',
  Phone: '845-555-0177',
  Street: '4 Mill Road',
  Unit: 'Apt 2',
  City: 'Kingston',
  State: 'NY',
  ZIP: '12401',
  'Spring Water 5 Gallon': 3,
  Frequency: 'weekly',
  'Next delivery': '2026-03-10',
  'Bottles held': 5,
  'Bottles on deposit': 5,
  Notes: 'Side door',
}

const quote = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`

/** A file with one line per change of the example line. */
export function importFile(...changes: Cells[]): string {
  const lines = (changes.length > 0 ? changes : [{}]).map((cells) => ({
    ...importedLine,
    ...cells,
  }))
  const header = [...new Set(lines.flatMap((cells) => Object.keys(cells)))]
  const toRow = (cells: Cells) => header.map((name) => quote(cells[name] ?? '')).join(',')
  return [header.map(quote).join(','), ...lines.map(toRow)].join('\r\n')
}

const csv = { 'content-type': 'text/csv' }

export const previewFile = (staff: Buyer, file: string) =>
  staff.call<SubscriptionImportReport & FailureReply>(
    'POST',
    apiPaths.adminSubscriptionsImportPreview,
    file,
    csv,
  )

export async function applyFile(staff: Buyer, file: string, lines = 'all', hash?: string) {
  const known = hash ?? (await previewFile(staff, file)).body.hash
  const path = `${apiPaths.adminSubscriptionsImport}?hash=${known}&lines=${lines}`
  return staff.call<SubscriptionImportReport & FailureReply>('POST', path, file, csv)
}

export const listImports = async (staff: Buyer, query = '') =>
  (await staff.call<ImportedList>('GET', `${apiPaths.adminImportedSubscriptions}${query}`)).body

export const sendLinks = (staff: Buyer, body: Record<string, string>) =>
  staff.call<{ queued: number } & FailureReply>('POST', apiPaths.adminImportedLinks, body)

/** The tokens in the emails that have arrived, the latest last. */
export async function emailedTokens(shop: TestShop): Promise<string[]> {
  await shop.runJob('email.send')
  // In the order of insertion: emails of a fixed clock have the same time.
  const rows = await shop.sql<{ text: string }>('select text from mailbox order by ctid')
  return rows.flatMap(({ text }) => /\/agree\/([\w-]+)/.exec(text)?.[1] ?? [])
}

/** Imports the example line, sends its link and returns the token. */
export async function importAndSend(shop: TestShop, staff: Buyer, change: Cells = {}) {
  await applyFile(staff, importFile(change))
  await sendLinks(staff, { to: 'not_sent' })
  return (await emailedTokens(shop)).at(-1) ?? ''
}

export const readAgreement = (customer: Buyer, token: string) =>
  customer.call<Agreement & FailureReply>('GET', fillPath(apiPaths.agreement, { token }))

export const answerAgreement = (customer: Buyer, token: string, body: Record<string, unknown>) =>
  customer.call<{ status: string; subscriptionId: string | null } & FailureReply>(
    'POST',
    fillPath(apiPaths.agreement, { token }),
    body,
  )

export const startCard = (customer: Buyer, token: string) =>
  customer.call<{ clientSecret: string } & FailureReply>(
    'POST',
    fillPath(apiPaths.agreementCard, { token }),
  )

/** Saves a card and agrees to what the page shows. */
export async function agree(customer: Buyer, token: string, card = GOOD_CARD) {
  const { total, deliveryDate } = (await readAgreement(customer, token)).body
  const { clientSecret } = (await startCard(customer, token)).body
  await customer.confirm(clientSecret, card)
  return answerAgreement(customer, token, { answer: 'agree', total, firstDelivery: deliveryDate })
}
