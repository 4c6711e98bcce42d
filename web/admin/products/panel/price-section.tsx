import { useForm } from 'react-hook-form'
import { dateIn } from '#contract/dates/calendar.ts'
import type { PriceRecord, StaffProduct } from '#contract/staff/products.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { hasCode } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { type PriceForm, setProductPrice, withdrawProductPrice } from '#web/api/staff/products.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type PriceSectionProps = {
  product: StaffProduct
  prices: readonly PriceRecord[]
  canWrite: boolean
  /** Reads the product again after someone else has changed it. */
  onStale: () => Promise<unknown>
}

export function PriceSection({ product, prices, canWrite, onStale }: PriceSectionProps) {
  return (
    <PanelSection
      title="Price"
      action={<span className="font-bold tabular-nums">{formatPrice(product.price)}</span>}
    >
      {canWrite ? <NewPriceForm product={product} onStale={onStale} /> : null}
      <h4 className="mt-1 font-semibold text-sm">Price history</h4>
      <ol className="flex flex-col gap-2 text-sm">
        {prices.map((record) => (
          <PriceLine
            key={record.id}
            productId={product.id}
            record={record}
            canWithdraw={canWrite && record.status === 'scheduled'}
          />
        ))}
      </ol>
    </PanelSection>
  )
}

function NewPriceForm({ product, onStale }: Pick<PriceSectionProps, 'product' | 'onStale'>) {
  const form = useForm<PriceForm>({ defaultValues: { price: '', validFrom: '' } })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: (values: PriceForm) => setProductPrice(product.id, values, product),
    onDone: () => form.reset(),
    onFailure: async (error) => {
      if (hasCode(error, 'stale')) await onStale()
      return showFieldErrors(form, error)
    },
    successMessage: 'Price saved',
    errorMessage: 'Failed to save the price',
  })
  return (
    <form
      aria-label="New price"
      noValidate
      onSubmit={form.handleSubmit((values) => mutate(values))}
      className="flex flex-col gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New price" error={errors.price?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder={product.price}
              maxLength={12}
              {...control}
              {...form.register('price')}
            />
          )}
        </Field>
        <Field
          label="Valid from"
          hint="Leave it empty to start now."
          error={errors.validFrom?.message}
        >
          {(control) => (
            <Input
              type="date"
              min={dateIn(pageData().shop.timeZone, new Date())}
              {...control}
              {...form.register('validFrom')}
            />
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" size="small" variant="secondary" disabled={isPending}>
          {isPending ? 'Saving...' : 'Set price'}
        </Button>
      </div>
    </form>
  )
}

const statusLabels: Record<PriceRecord['status'], string> = {
  past: '',
  current: 'Current',
  scheduled: 'Scheduled',
  withdrawn: 'Withdrawn',
}

type PriceLineProps = { productId: string; record: PriceRecord; canWithdraw: boolean }

function PriceLine({ productId, record, canWithdraw }: PriceLineProps) {
  const { mutate, isPending } = useSave({
    save: () => withdrawProductPrice(productId, record.id),
    onDone: () => undefined,
    onFailure: async (error) => {
      if (!hasCode(error, 'price_started')) return false
      toast({ title: 'This price is already in effect. Set a new price instead.' })
      return true
    },
    successMessage: 'Scheduled price withdrawn',
    errorMessage: 'Failed to withdraw the price',
  })
  const { status, validFrom, createdAt, createdBy } = record
  const price = formatPrice(record.price)
  const since = validFrom ? `From ${formatDay(validFrom)}` : 'First price'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 border-line border-l-2 pl-3">
      <div className="min-w-0">
        <p className={status === 'withdrawn' ? 'text-muted line-through' : 'font-semibold'}>
          {price}
          {statusLabels[status] ? ` · ${statusLabels[status]}` : ''}
        </p>
        <p className="wrap-anywhere text-muted">
          {since}, set {formatDay(createdAt)}
          {createdBy ? ` by ${createdBy}` : ''}
        </p>
      </div>
      {canWithdraw ? (
        <Button
          variant="ghost"
          size="small"
          aria-label={`Withdraw ${price} from ${formatDay(validFrom)}`}
          disabled={isPending}
          onClick={() => mutate(undefined)}
        >
          Withdraw
        </Button>
      ) : null}
    </li>
  )
}
