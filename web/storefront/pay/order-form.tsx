import type { ReactNode } from 'react'
import type { OrderView } from '#web/shared/orders/order-view.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DeliveryNote } from './delivery-note.tsx'

type OrderFormProps = {
  title: string
  view: OrderView
  /** The fields that the customer must fill in. */
  children: ReactNode
  /** The order with the submit button. */
  review: ReactNode
  onSubmit: () => void
}

/** The form of an order's link: one pays the order, the other accepts its terms. */
export function OrderForm({ title, view, children, review, onSubmit }: OrderFormProps) {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="mt-3 mb-6 flex flex-wrap items-center gap-2 text-muted">
        Order number
        <Badge tone="info" className="px-3 py-1 tabular-nums">
          {view.number}
        </Badge>
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-6">
          {children}
          <DeliveryNote view={view} />
        </div>
        {review}
      </form>
    </>
  )
}
