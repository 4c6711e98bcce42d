import { Milk, Plus } from 'lucide-react'
import { useState } from 'react'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { WithPanel } from '#web/admin/detail/with-panel.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { type ProductListRow, staffProductsQuery } from '#web/api/staff/products.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddProductDialog } from './add-product-dialog.tsx'
import { ProductPanel } from './panel/product-panel.tsx'
import { productStatus, productStatusOptions } from './product-states.tsx'
import { ProductsTable } from './products-table.tsx'
import { useReorder } from './use-reorder.ts'

export default function ProductsPage() {
  return (
    <AdminLayout>
      <Products />
    </AdminLayout>
  )
}

const statuses = productStatusOptions.map(({ value }) => value)
const searchFields = ({ name, description }: ProductListRow) => [name, description]

function Products() {
  const list = useList({
    query: staffProductsQuery,
    statuses,
    getStatus: productStatus,
    searchFields,
  })
  const panel = usePanel('product')
  const reorder = useReorder()
  const canWrite = useCan()('products.write')
  const [isAdding, setIsAdding] = useState(false)
  const addButton = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus aria-hidden className="size-4.5" />
      Add Product
    </Button>
  )
  return (
    <>
      <PageHeading
        hasTimes
        title="Products"
        text="Edit products and their order. Customers see active ones."
        {...(canWrite && { action: addButton })}
      />
      <ListToolbar
        list={list}
        search={{ label: 'Search products', placeholder: 'Name or description' }}
        filter={{
          label: 'Filter products',
          allLabel: 'All Products',
          options: productStatusOptions,
        }}
      />
      <WithPanel
        list={
          <ListBody
            list={list}
            noun={['product', 'products']}
            icon={Milk}
            empty="No products yet. Add your first product to open the shop."
          >
            {(products) => (
              <ProductsTable
                products={products}
                panel={panel}
                reorder={canWrite ? reorder : undefined}
              />
            )}
          </ListBody>
        }
        panel={<ProductPanel panel={panel} products={reorder.readAll()} canWrite={canWrite} />}
      />
      <p role="status" className="sr-only">
        {reorder.announcement}
      </p>
      {isAdding ? (
        <AddProductDialog
          onClose={() => setIsAdding(false)}
          onAdded={(id) => {
            setIsAdding(false)
            panel.open(id)
          }}
        />
      ) : null}
    </>
  )
}
