import type { Buyer } from './buyer.ts'
import type { TestShop } from './open-shop.ts'

/** A browser with the cookies of another. */
export function stealSession(shop: TestShop, victim: Buyer): Buyer {
  const thief = shop.buyer()
  for (const [name, value] of victim.cookies) thief.cookies.set(name, value)
  return thief
}
