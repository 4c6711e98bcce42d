import { useState } from 'react'

export type LineItem = { productId: string; quantity: number }

const plain = ({ productId, quantity }: LineItem): LineItem => ({ productId, quantity })

/** Bottles by product, beginning with what stands now; none of a product takes it off the list. */
export function useSelectedItems(start: readonly LineItem[]) {
  const [items, setItems] = useState<readonly LineItem[]>(() => start.map(plain))

  function choose(productId: string, quantity: number) {
    setItems((known) => {
      const isKnown = known.some((item) => item.productId === productId)
      const all = isKnown
        ? known.map((item) => (item.productId === productId ? { productId, quantity } : item))
        : [...known, { productId, quantity }]
      return all.filter((item) => item.quantity > 0)
    })
  }

  return { items: [...items], choose }
}

/** In whatever order. */
export function sameItems(some: readonly LineItem[], others: readonly LineItem[]): boolean {
  const asText = (items: readonly LineItem[]) =>
    items
      .map(({ productId, quantity }) => `${productId} ${quantity}`)
      .sort()
      .join()
  return asText(some) === asText(others)
}
