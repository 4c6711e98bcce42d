import { useForm } from 'react-hook-form'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { createProduct } from '#web/api/staff/products.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { sizeOptions } from './product-states.tsx'

type AddProductDialogProps = { onClose: () => void; onAdded: (id: string) => void }

type NewProductForm = {
  name: string
  size: '3-gallon' | '5-gallon'
  price: string
  description: string
}

/** The product starts as a draft, so that staff can check it before customers see it. */
export function AddProductDialog({ onClose, onAdded }: AddProductDialogProps) {
  const form = useForm<NewProductForm>({
    defaultValues: { name: '', size: '5-gallon', price: '', description: '' },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: async (values: NewProductForm) => onAdded((await createProduct(values)).id),
    onDone: () => undefined,
    // The server's messages are shown next to the fields.
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Product created as a draft',
    errorMessage: 'Failed to create product',
  })
  return (
    <FormDialog
      title="Add Product"
      description="Customers see it once you set its status to Active."
      submitLabel="Create"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <Input autoComplete="off" maxLength={100} {...control} {...form.register('name')} />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField form={form} name="size" label="Size" options={sizeOptions} />
        <Field label="Price" error={errors.price?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder="8.99"
              maxLength={12}
              {...control}
              {...form.register('price')}
            />
          )}
        </Field>
      </div>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea maxLength={500} {...control} {...form.register('description')} />}
      </Field>
    </FormDialog>
  )
}
