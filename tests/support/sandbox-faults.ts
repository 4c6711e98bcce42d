import type { TestShop } from './open-shop.ts'

/** The card sandbox of the shop. */
export function getSandbox({ deps }: TestShop) {
  if (!deps.sandbox) throw new Error('these tests need the sandbox')
  return deps.sandbox
}

/** Injects errors into the sandbox's next responses. */
export const getFaults = (shop: TestShop) => getSandbox(shop).faults
