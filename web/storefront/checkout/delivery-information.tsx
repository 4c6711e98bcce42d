import type { UseFormReturn } from 'react-hook-form'
import type { DeliveryForm } from '#contract/checkout.ts'
import { AddressFields, TextField } from '#web/shared/address/address-fields.tsx'
import { InstructionsField } from '#web/shared/address/instructions-field.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

export function DeliveryInformation({ form }: { form: UseFormReturn<DeliveryForm> }) {
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
        <AddressFields form={form} />
        <InstructionsField form={form} className="col-span-2 sm:col-span-6" />
      </CardBody>
    </Card>
  )
}
