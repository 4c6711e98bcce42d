import { GripVertical } from 'lucide-react'
import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { cellTextClass } from '#web/admin/list/row-buttons.tsx'
import type { ProductListRow } from '#web/api/staff/products.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { ProductImage } from '#web/shared/product-image.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { ProductStatusBadge } from './product-states.tsx'
import { idAfter } from './reorder.ts'
import { useDragRows } from './use-drag-rows.ts'
import type { Reorder } from './use-reorder.ts'

const compactRow =
  'compact:grid-flow-col compact:grid-cols-[minmax(0,1fr)_auto_auto] compact:grid-rows-2 compact:*:last:row-span-2'

/** On a phone, the buttons share the last line instead of adding one. */
const phoneRowWithButtons =
  '@max-md:grid-cols-[minmax(0,1fr)_auto] @max-md:*:col-span-2 @max-md:*:nth-last-[-n+2]:col-span-1'

const columns = ['Product', 'Price', 'Status', 'Subscribers', 'Order'] as const

const dropClass = {
  above: 'shadow-[inset_0_3px_0_var(--color-action)]',
  below: 'shadow-[inset_0_-3px_0_var(--color-action)]',
}

type ProductsTableProps = {
  products: readonly ProductListRow[]
  panel: Panel
  /** Undefined if the user may not change products. */
  reorder: Reorder | undefined
}

export function ProductsTable({ products, panel, reorder }: ProductsTableProps) {
  const { handleProps, rowProps, dropSide, isDragged } = useDragRows((id, target) => {
    if (!reorder) return
    const beforeId = target.isBelow ? idAfter(reorder.readAll(), target.id) : target.id
    if (beforeId !== id) void reorder.move({ id, beforeId })
  })
  const indexes = new Map(products.map(({ id }, index) => [id, index]))
  return (
    <Table
      label="Products"
      columns={reorder ? columns : columns.slice(0, -1)}
      isCompact
      rowCount={ariaRowCount(products)}
    >
      <TableRows rows={products}>
        {(product, position) => {
          const { id, name } = product
          const index = indexes.get(id) ?? 0
          const side = dropSide(id)
          return (
            <TableRow
              key={id}
              className={cx(
                compactRow,
                reorder && phoneRowWithButtons,
                side && dropClass[side],
                isDragged(id) && 'opacity-50',
              )}
              {...position}
              {...rowProps(id)}
            >
              <TableCell label="Product" className="font-semibold">
                <span className="flex min-w-0 items-center gap-3 compact:gap-2">
                  {/* The buttons do the same for keyboards and touch. */}
                  {reorder ? (
                    <span
                      aria-hidden
                      title="Drag to reorder"
                      data-drag-handle={id}
                      className="-ml-2 relative z-10 hidden cursor-grab p-1 text-muted pointer-fine:block compact:-my-2"
                      {...handleProps(id)}
                    >
                      <GripVertical className="size-4.5" />
                    </span>
                  ) : null}
                  <span className="w-7 shrink-0 compact:-mb-4">
                    <ProductImage
                      imageUrl={product.imageUrl}
                      name=""
                      sizes="40px"
                      className="h-9 w-7"
                    />
                  </span>
                  <RowLink rowId={id} id={`product-${id}`} panel={panel} className={cellTextClass}>
                    {name}
                  </RowLink>
                </span>
              </TableCell>
              <TableCell
                label="Price"
                className={cx(
                  'tabular-nums compact:pl-9',
                  reorder && 'pointer-fine:compact:pl-15.5',
                )}
              >
                <span className="compact:line-clamp-1">
                  {formatPrice(product.price)}
                  {product.nextPrice ? (
                    <span className="text-muted @4xl:block">
                      {' '}
                      from {formatDay(product.nextPrice.validFrom)}:{' '}
                      {formatPrice(product.nextPrice.price)}
                    </span>
                  ) : null}
                </span>
              </TableCell>
              <TableCell label="Status" className="compact:justify-self-end">
                <ProductStatusBadge {...product} />
              </TableCell>
              <TableCell label="Subscribers" className="tabular-nums compact:justify-self-end">
                <span className="whitespace-nowrap">
                  {product.subscribers}
                  <span className="sr-only compact:not-sr-only">
                    {product.subscribers === 1 ? ' subscriber' : ' subscribers'}
                  </span>
                </span>
              </TableCell>
              {reorder ? (
                <TableCell className="@max-md:-my-2">
                  <MoveButtons
                    name={name}
                    index={index}
                    isFirst={index === 0}
                    isLast={index === products.length - 1}
                    onMove={(by) => reorder.moveBy(products, id, by)}
                  />
                </TableCell>
              ) : null}
            </TableRow>
          )
        }}
      </TableRows>
    </Table>
  )
}
