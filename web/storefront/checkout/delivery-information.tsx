import type { ComponentProps } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { DeliveryForm } from '#contract/checkout.ts'
import { StateField } from '#web/shared/address/state-field.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type DeliveryInformationProps = { form: UseFormReturn<DeliveryForm> }

export function DeliveryInformation({ form }: DeliveryInformationProps) {
  return (
    <Card aria-labelledby="delivery-information">
      <CardHeader>
        <CardTitle id="delivery-information">Delivery Information</CardTitle>
      </CardHeader>
      <CardBody className="grid grid-cols-2 gap-5 sm:grid-cols-6">
        <TextField form={form} name="customerName" label="Full Name" autoComplete="name" />
        <TextField
          form={form}
          name="customerEmail"
          label="Email"
          type="email"
          autoComplete="email"
          className="col-span-2 sm:col-span-3"
        />
        <TextField
          form={form}
          name="customerPhone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          className="col-span-2 sm:col-span-3"
        />
        <TextField
          form={form}
          name="deliveryAddress"
          label="Street Address"
          autoComplete="shipping address-line1"
        />
        <TextField
          form={form}
          name="deliveryCity"
          label="City"
          autoComplete="shipping address-level2"
          className="col-span-2"
        />
        <StateField control={form.control} />
        <TextField
          form={form}
          name="deliveryZip"
          label="ZIP Code"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          className="sm:col-span-2"
        />
      </CardBody>
    </Card>
  )
}

type TextFieldProps = Omit<ComponentProps<typeof Input>, 'form'> &
  DeliveryInformationProps & { name: FieldPath<DeliveryForm>; label: string }

function TextField({ form, name, label, className, ...rest }: TextFieldProps) {
  return (
    <Field
      label={label}
      error={form.formState.errors[name]?.message}
      className={className ?? 'col-span-2 sm:col-span-6'}
    >
      {(aria) => <Input {...rest} {...aria} {...form.register(name)} />}
    </Field>
  )
}
