import type { TypedCard } from '#server/adapters/sandbox/test-cards.ts'
import type { ProductRow } from '#server/modules/catalog/index.ts'
import type { Random } from '#server/world.ts'
import type { Chance } from './chance.ts'
import { firstNames, lastNames, streets, towns } from './names.ts'

export type Line = { product: ProductRow; quantity: number }

export type Person = {
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
  /** What they usually order. */
  usual: Line[]
  card: TypedCard
  /** How the card provider knows them; drawn with their first payment. */
  payerRef: string | undefined
  isSubscribed: boolean
  isWritten: boolean
}

/** Domains that can never receive mail (RFC 2606). */
const mailDomains = ['example.com', 'example.org', 'example.net'] as const

type Makings = { chance: Chance; random: Random; products: readonly ProductRow[] }

/** One invented customer after the other, no two with the same address; the tag sets runs apart. */
export function peopleMaker({ chance, random, products }: Makings, tag = '') {
  const namesakes = new Map<string, number>()
  return (since: Date): Person => {
    const first = chance.pick(firstNames)
    const last = chance.pick(lastNames)
    const local = `${first}.${last}`.toLowerCase()
    const nth = (namesakes.get(local) ?? 0) + 1
    namesakes.set(local, nth)
    const { city, zip } = chance.weighed(towns)
    return {
      id: random.uuid(),
      name: `${first} ${last}`,
      email: `${local}${nth > 1 ? nth : ''}${tag}@${chance.pick(mailDomains)}`,
      phone: `845-555-01${String(chance.below(100)).padStart(2, '0')}`,
      address: `${1 + chance.below(240)} ${chance.pick(streets)}`,
      city,
      zip,
      since,
      hasSignedIn: chance.happens(0.4),
      usual: makeLines(chance, products),
      card: makeCard(chance, since),
      payerRef: undefined,
      isSubscribed: false,
      isWritten: false,
    }
  }
}

/** Test numbers that every card form takes and no bank knows. */
const cardNumbers = [
  ['4242424242424242', 6],
  ['5555555555554444', 3],
  ['378282246310005', 1],
] as const

export function makeCard(chance: Chance, since: Date): TypedCard {
  return {
    number: chance.weighed(cardNumbers),
    expMonth: 1 + chance.below(12),
    expYear: since.getUTCFullYear() + 2 + chance.below(4),
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

/** Mostly one kind of water, one to four bottles, and the big ones three times out of four. */
export function makeLines(chance: Chance, products: readonly ProductRow[]): Line[] {
  const shelf = products.map((product, place) => {
    const liking = 1 / (1 + Math.floor(place / 2))
    return [product, product.size === '5-gallon' ? 3 * liking : liking] as const
  })
  const favourite = chance.weighed(shelf)
  const lines = [{ product: favourite, quantity: chance.weighed(quantities) }]
  const others = shelf.filter(([product]) => product !== favourite)
  if (others.length > 0 && chance.happens(0.22)) {
    lines.push({ product: chance.weighed(others), quantity: 1 + chance.below(2) })
  }
  return lines
}
