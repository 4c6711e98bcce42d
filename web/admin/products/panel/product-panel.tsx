import { useQuery } from '@tanstack/react-query'
import { CloudAlert, PackageX } from 'lucide-react'
import { useCallback } from 'react'
import type { StaffProduct } from '#contract/staff/products.ts'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { DetailUnavailable } from '#web/admin/detail/detail-unavailable.tsx'
import { HistorySection } from '#web/admin/detail/history-section.tsx'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { hasStatus } from '#web/api/failures.ts'
import { type ProductListRow, productDetailQuery } from '#web/api/staff/products.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductStatusBadge } from '../product-states.tsx'
import { DetailsSection } from './details-section.tsx'
import { ImageSection } from './image-section.tsx'
import { PriceIncreasesSection } from './price-increases-section.tsx'
import { PriceSection } from './price-section.tsx'

type ProductPanelProps = {
  panel: Panel
  products: readonly ProductListRow[]
  canWrite: boolean
}

export function ProductPanel({ panel, products, canWrite }: ProductPanelProps) {
  const id = panel.openId
  const { data } = useQuery({ ...productDetailQuery(id), enabled: id !== '' })
  const product = data?.product ?? products.find((row) => row.id === id)
  return (
    <DetailPanel
      id={id}
      title={product?.name ?? 'Product'}
      description={product ? <ProductStatusBadge {...product} /> : undefined}
      onClose={panel.close}
    >
      {id ? <Detail key={id} id={id} products={products} canWrite={canWrite} /> : null}
    </DetailPanel>
  )
}

type DetailProps = Pick<ProductPanelProps, 'products' | 'canWrite'> & { id: string }

function Detail({ id, products, canWrite }: DetailProps) {
  const { data, error, refetch } = useQuery(productDetailQuery(id))
  const refetchRow = useCallback(async () => (await refetch()).data?.product, [refetch])

  if (data) {
    const isLastOffered = products.every(
      (row) => row.id === id || row.state !== 'active' || row.isSoldOut,
    )
    return (
      <div className="flex flex-col gap-6">
        {canWrite ? (
          <DetailsSection
            product={data.product}
            isLastOffered={isLastOffered}
            refetchRow={refetchRow}
          />
        ) : (
          <ReadOnlyDetails product={data.product} />
        )}
        <ImageSection product={data.product} canWrite={canWrite} />
        <PriceSection
          product={data.product}
          prices={data.prices}
          canWrite={canWrite}
          onStale={refetchRow}
        />
        <PriceIncreasesSection productId={id} canWrite={canWrite} />
        <HistorySection history={data.history} />
      </div>
    )
  }
  if (error && hasStatus(error, 404)) {
    return <DetailUnavailable icon={PackageX} text="Product not found" />
  }
  if (error) {
    return (
      <DetailUnavailable
        icon={CloudAlert}
        text="Failed to load this product"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading product" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-40" />
      <Skeleton className="h-24" />
    </div>
  )
}

function ReadOnlyDetails({ product }: { product: StaffProduct }) {
  return (
    <PanelSection title="Details">
      <DetailList
        fields={[
          ['Size', product.size],
          ['Description', product.description],
          ['Subscribers', product.subscribers],
        ]}
      />
    </PanelSection>
  )
}
