import { useQuery } from '@tanstack/react-query'
import { CloudAlert, UserX } from 'lucide-react'
import { useCallback } from 'react'
import { DetailMissing } from '#web/admin/detail/detail-missing.tsx'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { HistoryPart } from '#web/admin/detail/history-part.tsx'
import { Part } from '#web/admin/detail/part.tsx'
import { RestMissing } from '#web/admin/detail/rest-missing.tsx'
import { useLastingError } from '#web/admin/detail/use-lasting-error.ts'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { EditInPlace } from '#web/admin/form/edit-in-place.tsx'
import type { KnownCustomer } from '#web/api/adapt/people.ts'
import { customerDetailQuery } from '#web/api/desk.ts'
import { hasStatus } from '#web/api/failures.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CustomerFields, useCustomerEdit } from './customer-edit.tsx'
import { CustomerOrders } from './customer-orders.tsx'

type CustomerPanelProps = {
  panel: Panel
  /** What the list knows of them: shown until there is more. */
  row: KnownCustomer | undefined
}

export function CustomerPanel({ panel, row }: CustomerPanelProps) {
  const id = panel.shownId
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
  const failure = useLastingError(error, data !== undefined)
  const customer = data?.customer ?? (data || failure ? row : undefined)
  const findNow = useCallback(async () => (await refetch()).data?.customer, [refetch])

  if (customer) {
    return (
      <div className="flex flex-col gap-6">
        <RestMissing error={failure} onRetry={() => void refetch()} />
        <ContactPart customer={customer} findNow={findNow} />
        {data?.orders ? <CustomerOrders orders={data.orders} /> : null}
        <HistoryPart history={data?.history} />
      </div>
    )
  }
  if (error && hasStatus(error, 404)) {
    return <DetailMissing icon={UserX} text="This customer is not there." />
  }
  if (error || data) {
    return (
      <DetailMissing
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

type ContactPartProps = {
  customer: KnownCustomer
  findNow: () => Promise<KnownCustomer | undefined>
}

function ContactPart({ customer, findNow }: ContactPartProps) {
  const { form, submit, isTouched, isPending, changes, discard } = useCustomerEdit({
    customer,
    findNow,
    isFollowing: true,
    onDone: () => undefined,
  })
  return (
    <Part title="Contact">
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
    </Part>
  )
}
