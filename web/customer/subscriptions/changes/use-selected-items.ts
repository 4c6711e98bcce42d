import { useState } from 'react'

export type LineItem = { productId: string; quantity: number }

const toLineItem = ({ productId, quantity }: LineItem): LineItem => ({ productId, quantity })

/** Selected quantity per product, starting with `initial`. Quantity 0 removes the product. */
export function useSelectedItems(initial: readonly LineItem[]) {
  const [items, setItems] = useState<readonly LineItem[]>(() => initial.map(toLineItem))

  function setQuantity(productId: string, quantity: number) {
    setItems((previous) => {
      const isSelected = previous.some((item) => item.productId === productId)
      const updated = isSelected
        ? previous.map((item) => (item.productId === productId ? { productId, quantity } : item))
        : [...previous, { productId, quantity }]
      return updated.filter((item) => item.quantity > 0)
    })
  }

  return { items: [...items], setQuantity }
}

/** Compares two lists, ignoring their order. */
export function sameItems(a: readonly LineItem[], b: readonly LineItem[]): boolean {
  const toKey = (items: readonly LineItem[]) =>
    items
      .map(({ productId, quantity }) => `${productId} ${quantity}`)
      .sort()
      .join()
  return toKey(a) === toKey(b)
}
