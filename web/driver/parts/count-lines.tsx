import { ChevronDown } from 'lucide-react'
import type { CountLine } from '#contract/driver/events.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { Card } from '#web/ui/card.tsx'
import { CountStepper } from './count-stepper.tsx'

type Count = keyof Omit<CountLine, 'productId'>
type Product = DriverRoute['products'][number]

/** The counts of a product that the driver has entered. */
export type EnteredLine = Pick<CountLine, 'productId'> & Partial<CountLine>

type CountLinesProps = {
  products: readonly Product[]
  /** Shown at once; the others are behind "Other products". */
  expectedIds: ReadonlySet<string>
  /** The label of the counts on this screen. */
  labels: Partial<Record<Count, string>>
  /** The numbers until the driver enters others. */
  prefilled: readonly CountLine[]
  entered: readonly EnteredLine[]
  onChange: (entered: EnteredLine[]) => void
}

export const noCount = (productId: string): CountLine => ({
  productId,
  full: 0,
  empties: 0,
  damaged: 0,
})

/** Counts that were not entered are the prefilled ones, also if those have changed since. */
export function fillIn(
  prefilled: readonly CountLine[],
  entered: readonly EnteredLine[],
): CountLine[] {
  const lines = new Map(prefilled.map((line) => [line.productId, line]))
  for (const line of entered) {
    const { productId } = line
    lines.set(productId, { ...(lines.get(productId) ?? noCount(productId)), ...line })
  }
  return [...lines.values()]
}

/** Whether counts that the driver has not entered differ from those that were `seen`. */
export function hasOtherCounts(
  seen: readonly CountLine[],
  prefilled: readonly CountLine[],
  entered: readonly EnteredLine[],
): boolean {
  const toText = (lines: readonly CountLine[]) =>
    fillIn(lines, entered)
      .map(({ productId, full, empties, damaged }) => [productId, full, empties, damaged].join())
      .sort()
      .join(' ')
  return toText(seen) !== toText(prefilled)
}

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

type ProductCountsProps = Pick<CountLinesProps, 'labels' | 'prefilled' | 'entered' | 'onChange'> & {
  product: Product
}

function ProductCounts({ product, labels, prefilled, entered, onChange }: ProductCountsProps) {
  const isOfProduct = ({ productId }: EnteredLine) => productId === product.id
  const line = fillIn(prefilled, entered).find(isOfProduct) ?? noCount(product.id)
  const change = (counts: Partial<CountLine>) =>
    onChange([
      ...entered.filter((other) => !isOfProduct(other)),
      { ...entered.find(isOfProduct), ...counts, productId: product.id },
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
