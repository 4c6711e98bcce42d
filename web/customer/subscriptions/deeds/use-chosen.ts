import { useState } from 'react'

export type Wanted = { productId: string; quantity: number }

const plain = ({ productId, quantity }: Wanted): Wanted => ({ productId, quantity })

/** Bottles by product, beginning with what stands now; none of a product takes it off the list. */
export function useChosen(start: readonly Wanted[]) {
  const [items, setItems] = useState<readonly Wanted[]>(() => start.map(plain))

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
export function sameWish(some: readonly Wanted[], others: readonly Wanted[]): boolean {
  const asText = (items: readonly Wanted[]) =>
    items
      .map(({ productId, quantity }) => `${productId} ${quantity}`)
      .sort()
      .join()
  return asText(some) === asText(others)
}
