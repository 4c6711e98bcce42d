import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PhoneOrderForm } from '#contract/staff/phone-orders.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { customerDetailQuery } from '#web/api/staff/backoffice.ts'
import { customersQuery } from '#web/api/staff/staff.ts'
import { useSearch } from '#web/shared/router.ts'

const OPTIONS = 20
const MAX_ADDRESSES = 4

export type Address = Pick<
  PhoneOrderForm,
  'deliveryAddress' | 'deliveryCity' | 'deliveryState' | 'deliveryZip'
>

/** Finds the customer on the phone and fills in what we know. A new customer is just typed. */
export function useCustomer(form: UseFormReturn<PhoneOrderForm>) {
  const [text, setText] = useState('')
  // A link from another page names the customer.
  const linkedId = new URLSearchParams(useSearch()).get('customer') ?? ''
  const [selectedId, setSelectedId] = useState(linkedId)
  const search = useQuery({
    ...customersQuery({ q: text, limit: OPTIONS }),
    placeholderData: keepPreviousData,
  })
  const detail = useQuery({ ...customerDetailQuery(selectedId), enabled: selectedId !== '' })
  const options = search.data?.rows ?? []
  const { customer, orders, hasSavedCard } = (selectedId && detail.data) || {}
  const linked = linkedId === selectedId ? customer : undefined
  useEffect(() => {
    if (linked) fillIn(form, linked)
  }, [linked, form])
  const addresses = useMemo(() => pastAddresses(orders ?? []), [orders])

  function select(id: string) {
    const found = options.find((option) => option.id === id)
    if (!found) return
    setSelectedId(id)
    fillIn(form, found)
  }

  function clear() {
    setSelectedId('')
    fillIn(form, undefined)
  }

  return {
    text,
    setText,
    options,
    selectedId,
    select,
    clear,
    isBusy: search.isFetching,
    isFailed: search.isError,
    isDetailFailed: detail.isError,
    addresses,
    hasSavedCard: hasSavedCard ?? false,
    invoiceNetDays: customer?.invoiceNetDays ?? null,
  }
}

export type CustomerSearch = ReturnType<typeof useCustomer>

function fillIn(form: UseFormReturn<PhoneOrderForm>, customer: KnownCustomer | undefined) {
  const values = {
    customerName: customer?.name ?? '',
    customerEmail: customer?.email ?? '',
    customerPhone: customer?.phone ?? '',
  }
  for (const [name, value] of Object.entries(values)) {
    form.setValue(name as keyof typeof values, value)
    form.clearErrors(name as keyof typeof values)
  }
}

/** The customer's different addresses, newest first. */
function pastAddresses(orders: readonly KnownOrder[]): Address[] {
  const known = new Map<string, Address>()
  for (const order of orders) {
    const { deliveryAddress, deliveryCity, deliveryState, deliveryZip } = order
    if (!deliveryAddress || !deliveryCity || !deliveryState || !deliveryZip) continue
    const address = { deliveryAddress, deliveryCity, deliveryState, deliveryZip }
    const key = Object.values(address).join('\n').toLowerCase()
    if (!known.has(key)) known.set(key, address)
  }
  return [...known.values()].slice(0, MAX_ADDRESSES)
}
