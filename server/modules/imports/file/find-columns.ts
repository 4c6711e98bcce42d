import { Failure } from '#contract/errors.ts'

/** The columns of the file, with the other names that exports of other systems use. */
const columnNames = {
  name: ['Name', 'Customer', 'Customer name', 'Full name'],
  email: ['Email', 'Email address', 'E-mail address'],
  phone: ['Phone', 'Phone number', 'Telephone', 'Mobile'],
  street: [
    'Street',
    'Street address',
    'Address',
    'Address 1',
    'Address line 1',
    'Delivery address',
  ],
  unit: ['Unit', 'Apt', 'Apartment', 'Suite', 'Unit/Apt', 'Address 2', 'Address line 2'],
  city: ['City', 'Town'],
  state: ['State', 'ST'],
  zip: ['ZIP', 'ZIP code', 'Postal code'],
  frequency: ['Frequency', 'Frequency in weeks', 'How often', 'Weeks', 'Every'],
  nextDelivery: ['Next delivery', 'Next delivery date', 'Next date', 'Delivery date'],
  bottlesHeld: ['Bottles held', 'Bottles', 'Bottles at customer'],
  bottlesOnDeposit: ['Bottles on deposit', 'Deposit bottles'],
  depositPaid: ['Deposit paid', 'Deposit', 'Deposit amount'],
  notes: ['Notes', 'Delivery notes', 'Delivery instructions', 'Instructions'],
} as const

export type ColumnName = keyof typeof columnNames

const required: readonly ColumnName[] = [
  'name',
  'email',
  'phone',
  'street',
  'city',
  'state',
  'zip',
  'frequency',
  'nextDelivery',
]

export const columnLabel = (column: ColumnName): string => columnNames[column][0]
export const priceLabel = (productName: string): string => `${productName} price`

type Product = { id: string; name: string }

export type FileColumns = {
  fields: Map<ColumnName, number>
  /** Columns with the quantity of a product and with its agreed price, by product id. */
  quantities: Map<string, number>
  prices: Map<string, number>
  ignored: string[]
}

const normalize = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Finds columns by name. Order, letter case, spaces and punctuation do not matter. */
export function findColumns(header: readonly string[], products: readonly Product[]): FileColumns {
  const columns: FileColumns = {
    fields: new Map(),
    quantities: new Map(),
    prices: new Map(),
    ignored: [],
  }
  const put = knownColumns(columns, products)
  const seen = new Set<string>()
  for (const [index, name] of header.entries()) {
    const key = normalize(name)
    const add = put.get(key)
    if (!add) {
      if (name.trim() !== '') columns.ignored.push(shortText(name.trim()))
      continue
    }
    const id = add(index)
    if (seen.has(id)) throw new Failure('invalid', `The column "${name.trim()}" appears twice.`)
    seen.add(id)
  }
  assertComplete(columns, products)
  return columns
}

function knownColumns(
  columns: FileColumns,
  products: readonly Product[],
): Map<string, (index: number) => string> {
  const known = new Map<string, (index: number) => string>()
  for (const column of Object.keys(columnNames) as ColumnName[]) {
    for (const name of columnNames[column])
      known.set(normalize(name), (index) => {
        columns.fields.set(column, index)
        return column
      })
  }
  for (const { id, name } of products) {
    known.set(normalize(name), (index) => {
      columns.quantities.set(id, index)
      return id
    })
    known.set(normalize(priceLabel(name)), (index) => {
      columns.prices.set(id, index)
      return `${id} price`
    })
  }
  return known
}

function assertComplete(columns: FileColumns, products: readonly Product[]): void {
  const missing = required.find((column) => !columns.fields.has(column))
  if (missing) {
    const label = columnLabel(missing)
    throw new Failure('invalid', `The first row must list the columns. "${label}" is missing.`)
  }
  if (columns.quantities.size > 0) return
  const example = products[0]?.name ?? 'Spring Water 5 Gallon'
  throw new Failure(
    'invalid',
    `The file has no column for a product. Name a column after each product, such as "${example}".`,
  )
}

const MAX_SHOWN = 60

/** A value of the file in a message: short, and without characters that would distort it. */
export function shortText(text: string): string {
  const plain = text.replace(/\p{C}/gu, ' ')
  return plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN)}…` : plain
}
