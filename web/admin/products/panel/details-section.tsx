import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ProductForm, type StaffProduct } from '#contract/staff/products.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { EditInPlace } from '#web/admin/form/edit-in-place.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { updateProduct } from '#web/api/staff/products.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { productStateOptions, sizeOptions } from '../product-states.tsx'
import { saleWarnings } from './sale-warnings.ts'

type DetailsSectionProps = {
  product: StaffProduct
  /** Whether the shop has no other product to sell. */
  isLastOffered: boolean
  refetchRow: () => Promise<StaffProduct | undefined>
}

const toFormValues = ({
  name,
  size,
  description,
  state,
  isSoldOut,
  isTaxable,
  isReturnable,
}: StaffProduct) => ({
  name,
  size,
  description,
  state,
  isSoldOut,
  isTaxable,
  isReturnable,
})

const toDisplayFields = ({
  name,
  size,
  description,
  state,
  isSoldOut,
  isTaxable,
  isReturnable,
}: StaffProduct) => ({
  Name: name,
  Size: size,
  Description: description,
  Status: productStateOptions.find(({ value }) => value === state)?.label ?? state,
  'Sold out': isSoldOut ? 'yes' : 'no',
  Taxable: isTaxable ? 'yes' : 'no',
  Returnable: isReturnable ? 'yes' : 'no',
})

export function DetailsSection({ product, isLastOffered, refetchRow }: DetailsSectionProps) {
  const form = useForm<ProductForm>({
    resolver: zodResolver(ProductForm),
    defaultValues: toFormValues(product),
  })
  const { submit, isTouched, isPending, changes, discard } = useEdit({
    row: product,
    form,
    toFormValues,
    toDisplayFields,
    save: (values, editedRow) => updateProduct(product.id, values, editedRow),
    refetchRow,
    onDone: (saved) => form.reset(saved),
    isLive: true,
    successMessage: 'Product updated successfully',
    errorMessage: 'Failed to update product',
  })
  const { errors } = form.formState
  const [state, isSoldOut] = form.watch(['state', 'isSoldOut'])
  const warnings = saleWarnings(product, { state, isSoldOut }, isLastOffered)
  return (
    <PanelSection title="Details">
      <EditInPlace
        label="Details"
        isTouched={isTouched}
        isPending={isPending}
        changes={changes}
        onSubmit={submit}
        onReset={discard}
      >
        <Field label="Name" error={errors.name?.message} className="col-span-full">
          {(control) => (
            <Input autoComplete="off" maxLength={100} {...control} {...form.register('name')} />
          )}
        </Field>
        <SelectField form={form} name="size" label="Size" options={sizeOptions} />
        <SelectField form={form} name="state" label="Status" options={productStateOptions} />
        <Field label="Description" error={errors.description?.message} className="col-span-full">
          {(control) => <Textarea maxLength={500} {...control} {...form.register('description')} />}
        </Field>
        <div className="col-span-full">
          <Checkbox {...form.register('isSoldOut')}>
            <span>
              <span className="block font-semibold">Sold out</span>
              <span className="text-muted">Customers see it but can't order it.</span>
            </span>
          </Checkbox>
        </div>
        <div className="col-span-full">
          <Checkbox {...form.register('isTaxable')}>
            <span>
              <span className="block font-semibold">Taxable</span>
              <span className="text-muted">Sales tax applies if you charge it.</span>
            </span>
          </Checkbox>
        </div>
        <div className="col-span-full">
          <Checkbox {...form.register('isReturnable')}>
            <span>
              <span className="block font-semibold">Returnable bottle</span>
              <span className="text-muted">The bottle deposit applies if you charge it.</span>
            </span>
          </Checkbox>
        </div>
        {warnings.map((warning) => (
          <div key={warning} className="col-span-full">
            <Alert tone="warning" title={warning} />
          </div>
        ))}
      </EditInPlace>
    </PanelSection>
  )
}
