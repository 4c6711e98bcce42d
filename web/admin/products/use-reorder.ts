import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/failures.ts'
import { moveProduct, type ProductListRow, staffProductsQuery } from '#web/api/staff/products.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { neighborFor, withMoved } from './reorder.ts'

type Move = { id: string; beforeId: string | null }

/** Moves products at once on the page and then on the server, one request after the other. */
export function useReorder() {
  const queryClient = useQueryClient()
  const { queryKey } = staffProductsQuery()
  /** Read by screen readers after each move. */
  const [announcement, setAnnouncement] = useState('')
  const readAll = () => queryClient.getQueryData(queryKey)?.rows ?? []

  const { mutate } = useMutation({
    scope: { id: 'product-order' },
    mutationFn: ({ id, beforeId }: Move) => moveProduct(id, beforeId),
    onError: (error) => {
      const description = failureText(error, 'Failed to move the product')
      toast({ title: 'Error', description, variant: 'destructive' })
      void queryClient.invalidateQueries({ queryKey })
    },
  })

  async function move({ id, beforeId }: Move) {
    // A pending response has the old order.
    await queryClient.cancelQueries({ queryKey })
    const rows = withMoved(readAll(), id, beforeId)
    queryClient.setQueryData(queryKey, (page) => page && { ...page, rows })
    const position = rows.findIndex((row) => row.id === id)
    setAnnouncement(`${rows[position]?.name} moved to position ${position + 1} of ${rows.length}.`)
    mutate({ id, beforeId })
  }

  return {
    announcement,
    move,
    /** Moves past the neighbor among the visible rows. */
    moveBy(visible: readonly ProductListRow[], id: string, by: -1 | 1) {
      const target = neighborFor(readAll(), visible, id, by)
      if (target) void move({ id, ...target })
    },
    readAll,
  }
}

export type Reorder = ReturnType<typeof useReorder>
