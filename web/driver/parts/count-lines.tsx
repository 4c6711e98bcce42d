import { ChevronDown } from 'lucide-react'
import type { CountLine } from '#contract/driver/events.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { Card } from '#web/ui/card.tsx'
import { CountStepper } from './count-stepper.tsx'

type Count = keyof Omit<CountLine, 'productId'>
type Product = DriverRoute['products'][number]

type CountLinesProps = {
  products: readonly Product[]
  /** Shown at once; the others are behind "Other products". */
  expectedIds: ReadonlySet<string>
  /** What the counts are called on this screen. */
  labels: Partial<Record<Count, string>>
  lines: readonly CountLine[]
  onChange: (lines: CountLine[]) => void
}

export const noCount = (productId: string): CountLine => ({
  productId,
  full: 0,
  empties: 0,
  damaged: 0,
})

/** Counted lines, and those that were expected even if nothing was counted. */
export const countedLines = (lines: readonly CountLine[], expectedIds: ReadonlySet<string>) =>
  lines.filter(
    ({ productId, full, empties, damaged }) =>
      full + empties + damaged > 0 || expectedIds.has(productId),
  )

export function CountLines({ products, expectedIds, ...rest }: CountLinesProps) {
  const expected = products.filter(({ id }) => expectedIds.has(id))
  const others = products.filter(({ id }) => !expectedIds.has(id))
  return (
    <>
      {expected.map((product) => (
        <ProductCounts key={product.id} product={product} {...rest} />
      ))}
      {others.length > 0 ? (
        <details open={expected.length === 0} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-control px-3 font-semibold [&::-webkit-details-marker]:hidden">
            {expected.length > 0 ? 'Other products' : 'Products'}
            <ChevronDown aria-hidden className="size-6 shrink-0 group-open:rotate-180" />
          </summary>
          <div className="mt-2 flex flex-col gap-4">
            {others.map((product) => (
              <ProductCounts key={product.id} product={product} {...rest} />
            ))}
          </div>
        </details>
      ) : null}
    </>
  )
}

type ProductCountsProps = Pick<CountLinesProps, 'labels' | 'lines' | 'onChange'> & {
  product: Product
}

function ProductCounts({ product, labels, lines, onChange }: ProductCountsProps) {
  const line = lines.find(({ productId }) => productId === product.id) ?? noCount(product.id)
  const change = (changes: Partial<CountLine>) =>
    onChange([
      ...lines.filter(({ productId }) => productId !== product.id),
      { ...line, ...changes },
    ])
  const counts = (Object.keys(labels) as Count[]).filter(
    (count) => product.isReturnable || count !== 'empties',
  )
  return (
    <Card className="flex flex-col gap-3 p-3">
      <h2 className="text-base">{product.name}</h2>
      {counts.map((count) => (
        <CountStepper
          key={count}
          label={labels[count] ?? ''}
          name={`${labels[count]}: ${product.name}`}
          value={line[count]}
          onChange={(value) => change({ [count]: value })}
        />
      ))}
    </Card>
  )
}
