import type { CardInput } from '#server/adapters/sandbox/test-cards.ts'
import type { ProductRow } from '#server/modules/catalog/index.ts'
import type { Random } from '#server/runtime.ts'
import { firstNames, lastNames, streets, towns } from './names.ts'
import type { Rng } from './rng.ts'

export type Line = { product: ProductRow; quantity: number }

export type Buyer = {
  id: string
  name: string
  email: string
  phone: string
  address: string
  city: string
  zip: string
  /** When the first order made them a customer. */
  since: Date
  hasSignedIn: boolean
  /** Their usual order. */
  usual: Line[]
  card: CardInput
  /** Their customer id at the card provider; assigned with the first payment. */
  customerRef: string | undefined
  isSubscribed: boolean
  isInserted: boolean
}

/** Domains that can never receive email (RFC 2606). */
const emailDomains = ['example.com', 'example.org', 'example.net'] as const

type GeneratorDeps = { rng: Rng; random: Random; products: readonly ProductRow[] }

/** Generates customers with unique email addresses; the tag separates runs. */
export function createBuyerGenerator({ rng, random, products }: GeneratorDeps, tag = '') {
  const nameCounts = new Map<string, number>()
  return (since: Date): Buyer => {
    const first = rng.pick(firstNames)
    const last = rng.pick(lastNames)
    const local = `${first}.${last}`.toLowerCase()
    const nth = (nameCounts.get(local) ?? 0) + 1
    nameCounts.set(local, nth)
    const { city, zip } = rng.weighted(towns)
    return {
      id: random.uuid(),
      name: `${first} ${last}`,
      email: `${local}${nth > 1 ? nth : ''}${tag}@${rng.pick(emailDomains)}`,
      phone: `845-555-01${String(rng.below(100)).padStart(2, '0')}`,
      address: `${1 + rng.below(240)} ${rng.pick(streets)}`,
      city,
      zip,
      since,
      hasSignedIn: rng.happens(0.4),
      usual: makeLines(rng, products),
      card: makeCard(rng, since),
      customerRef: undefined,
      isSubscribed: false,
      isInserted: false,
    }
  }
}

/** Test card numbers. */
const cardNumbers = [
  ['4242424242424242', 6],
  ['5555555555554444', 3],
  ['378282246310005', 1],
] as const

export function makeCard(rng: Rng, since: Date): CardInput {
  return {
    number: rng.weighted(cardNumbers),
    expMonth: 1 + rng.below(12),
    expYear: since.getUTCFullYear() + 2 + rng.below(4),
    cvc: '123',
  }
}

const quantities: readonly (readonly [number, number])[] = [
  [1, 18],
  [2, 34],
  [3, 22],
  [4, 16],
  [5, 4],
  [6, 4],
  [10, 2],
]

/** Mostly one product, one to four bottles, and 5-gallon bottles three times out of four. */
export function makeLines(rng: Rng, products: readonly ProductRow[]): Line[] {
  const shelf = products.map((product, index) => {
    const popularity = 1 / (1 + Math.floor(index / 2))
    return [product, product.size === '5-gallon' ? 3 * popularity : popularity] as const
  })
  const favorite = rng.weighted(shelf)
  const lines = [{ product: favorite, quantity: rng.weighted(quantities) }]
  const others = shelf.filter(([product]) => product !== favorite)
  if (others.length > 0 && rng.happens(0.22)) {
    lines.push({ product: rng.weighted(others), quantity: 1 + rng.below(2) })
  }
  return lines
}
