import { useQuery } from '@tanstack/react-query'
import { CloudAlert, UserX } from 'lucide-react'
import { useCallback } from 'react'
import { CasesSection } from '#web/admin/cases/cases-section.tsx'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { DetailUnavailable } from '#web/admin/detail/detail-unavailable.tsx'
import { HistorySection } from '#web/admin/detail/history-section.tsx'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { PartialLoadError } from '#web/admin/detail/partial-load-error.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { useStickyError } from '#web/admin/detail/use-sticky-error.ts'
import { EditInPlace } from '#web/admin/form/edit-in-place.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { CustomerPoints } from '#web/admin/points/point-sections.tsx'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { hasStatus } from '#web/api/failures.ts'
import { customerDetailQuery } from '#web/api/staff/backoffice.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CreditSection } from './credit-section.tsx'
import { CustomerFields, useCustomerEdit } from './customer-edit.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { DepositSection } from './deposit-section.tsx'
import { InvoiceTermsSection } from './invoice-terms-section.tsx'
import { AccountSection } from './statement/account-section.tsx'
import { TaxExemption } from './tax-exemption.tsx'

type CustomerPanelProps = {
  panel: Panel
  /** The list's row, shown until the details are loaded. */
  row: KnownCustomer | undefined
}

export function CustomerPanel({ panel, row }: CustomerPanelProps) {
  const id = panel.openId
  const { data } = useQuery({ ...customerDetailQuery(id), enabled: id !== '' })
  const customer = data?.customer ?? row
  return (
    <DetailPanel
      id={id}
      title={customer?.email ?? 'Customer'}
      description={
        customer?.createdAt ? `Customer since ${formatDay(customer.createdAt)}` : undefined
      }
      onClose={panel.close}
    >
      {id ? <Detail key={id} id={id} row={row} /> : null}
    </DetailPanel>
  )
}

function Detail({ id, row }: { id: string; row: KnownCustomer | undefined }) {
  const { data, error, refetch } = useQuery(customerDetailQuery(id))
  const failure = useStickyError(error, data !== undefined)
  const customer = data?.customer ?? (data || failure ? row : undefined)
  const refetchRow = useCallback(async () => (await refetch()).data?.customer, [refetch])

  if (customer) {
    return (
      <div className="flex flex-col gap-6">
        <PartialLoadError error={failure} onRetry={() => void refetch()} />
        <ContactSection customer={customer} refetchRow={refetchRow} />
        {data?.credit ? <CreditSection id={id} credit={data.credit} /> : null}
        <TaxExemption customerId={customer.id} />
        <DepositSection customerId={customer.id} />
        <InvoiceTermsSection customer={customer} />
        <AccountSection customerId={customer.id} />
        <CustomerPoints customerId={customer.id} />
        <CasesSection owner={{ customer: customer.id }} />
        {data?.orders ? <CustomerOrders orders={data.orders} /> : null}
        <HistorySection history={data?.history} />
      </div>
    )
  }
  if (error && hasStatus(error, 404)) {
    return <DetailUnavailable icon={UserX} text="Customer not found" />
  }
  if (error || data) {
    return (
      <DetailUnavailable
        icon={CloudAlert}
        text="Failed to load this customer"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading customer" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  )
}

type ContactSectionProps = {
  customer: KnownCustomer
  refetchRow: () => Promise<KnownCustomer | undefined>
}

function ContactSection(props: ContactSectionProps) {
  const { name, phone } = props.customer
  if (useCan()('customers.write')) return <EditableContact {...props} />
  return (
    <PanelSection title="Contact">
      <DetailList
        fields={[
          ['Name', name || '-'],
          ['Phone', phone || '-'],
        ]}
      />
    </PanelSection>
  )
}

function EditableContact({ customer, refetchRow }: ContactSectionProps) {
  const { form, submit, isTouched, isPending, changes, discard } = useCustomerEdit({
    customer,
    refetchRow,
    isLive: true,
    onDone: () => undefined,
  })
  return (
    <PanelSection title="Contact">
      <EditInPlace
        label="Contact"
        isTouched={isTouched}
        isPending={isPending}
        changes={changes}
        onSubmit={submit}
        onReset={discard}
      >
        <CustomerFields form={form} />
      </EditInPlace>
    </PanelSection>
  )
}
