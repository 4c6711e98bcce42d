import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatDate } from '#contract/dates/calendar.ts'
import { type TaxExemption as Exemption, TaxExemptionForm } from '#contract/staff/tax.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { pageData } from '#web/api/page-data.ts'
import { endTaxExemption, setTaxExemption, taxExemptionQuery } from '#web/api/staff/tax.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

/** Rule 41: shown while the shop charges sales tax. */
export function TaxExemption({ customerId }: { customerId: string }) {
  const { data } = useQuery(taxExemptionQuery(customerId))
  const [dialog, setDialog] = useState<'edit' | 'end'>()
  const canManage = useCan()('exemptions.manage')
  const close = () => setDialog(undefined)
  if (!pageData().shop.chargesTax || !data) return null
  const { exemption } = data
  return (
    <PanelSection
      title="Tax exemption"
      action={
        canManage ? (
          <div className="flex gap-2">
            {exemption ? (
              <Button variant="secondary" size="small" onClick={() => setDialog('end')}>
                End exemption
              </Button>
            ) : null}
            <Button variant="secondary" size="small" onClick={() => setDialog('edit')}>
              {exemption ? 'Change' : 'Add exemption'}
            </Button>
          </div>
        ) : null
      }
    >
      {exemption ? (
        <DetailList
          fields={[
            ['Certificate', exemption.certificate],
            [exemption.isExpired ? 'Expired on' : 'Expires on', formatDate(exemption.expiresOn)],
          ]}
        />
      ) : (
        <p className="text-muted text-sm">This customer pays sales tax.</p>
      )}
      {dialog === 'edit' ? (
        <ExemptionDialog customerId={customerId} exemption={exemption} onClose={close} />
      ) : null}
      <EndDialog customerId={customerId} isOpen={dialog === 'end'} onClose={close} />
    </PanelSection>
  )
}

type DialogProps = { customerId: string; exemption: Exemption | null; onClose: () => void }

function ExemptionDialog({ customerId, exemption, onClose }: DialogProps) {
  const form = useForm<TaxExemptionForm>({
    resolver: zodResolver(TaxExemptionForm),
    defaultValues: {
      certificate: exemption?.certificate ?? '',
      expiresOn: exemption?.expiresOn ?? '',
    },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: (values: TaxExemptionForm) => setTaxExemption(customerId, values),
    onDone: onClose,
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Tax exemption saved',
    errorMessage: 'Failed to save tax exemption',
  })
  return (
    <FormDialog
      title="Tax exemption"
      description="We charge no sales tax on deliveries up to the day the certificate expires. The customer must be logged in when ordering."
      submitLabel="Save"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <Field label="Certificate number" error={errors.certificate?.message}>
        {(control) => (
          <Input autoComplete="off" maxLength={60} {...control} {...form.register('certificate')} />
        )}
      </Field>
      <Field label="Expires on" error={errors.expiresOn?.message}>
        {(control) => (
          <Input type="date" min={pageData().today} {...control} {...form.register('expiresOn')} />
        )}
      </Field>
    </FormDialog>
  )
}

type EndDialogProps = { customerId: string; isOpen: boolean; onClose: () => void }

function EndDialog({ customerId, isOpen, onClose }: EndDialogProps) {
  const { mutate, isPending } = useSave({
    save: () => endTaxExemption(customerId),
    onDone: onClose,
    successMessage: 'Tax exemption ended',
    errorMessage: 'Failed to end tax exemption',
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="End exemption"
      dismissLabel="Keep exemption"
      confirmLabel="End exemption"
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
    >
      We'll charge sales tax on this customer's next orders.
    </ConfirmDialog>
  )
}
