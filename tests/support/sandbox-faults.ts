import type { Faults } from '#server/adapters/sandbox/faults.ts'
import type { TestShop } from './open-shop.ts'

/** The card sandbox of the shop. */
export function getSandbox({ deps }: TestShop) {
  if (!deps.sandbox) throw new Error('these tests need the sandbox')
  return deps.sandbox
}

/** Injects errors into the sandbox's next responses. */
export const getFaults = (shop: TestShop) => getSandbox(shop).faults

/** Holds the next request of this route; `reached` resolves once it waits, until `release`. */
export function holdNext(faults: Faults, route: string) {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  faults.next(route, {
    get until() {
      reach()
      return released
    },
  })
  return { reached, release }
}
