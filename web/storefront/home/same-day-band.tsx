import { Phone } from 'lucide-react'
import { pageData } from '#web/api/page-data.ts'

export function SameDayBand() {
  const { phone } = pageData().shop
  return (
    <section
      aria-labelledby="same-day-heading"
      className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 lg:pb-24"
    >
      <div className="flex flex-col items-start justify-between gap-6 rounded-card bg-linear-to-r from-action-soft to-aqua-soft px-6 py-10 sm:px-10 md:flex-row md:items-center">
        <div>
          <h2 id="same-day-heading" className="text-2xl">
            Need it today?
          </h2>
          <p className="mt-2 max-w-xl text-muted">
            The earliest delivery online is tomorrow. Call us to ask about same-day delivery.
          </p>
        </div>
        <a
          href={`tel:${phone}`}
          className="inline-flex h-13 shrink-0 items-center gap-3 whitespace-nowrap rounded-control border border-action/30 bg-surface px-6 font-bold text-action text-lg hover:bg-action hover:text-on-action"
        >
          <Phone aria-hidden className="size-5" />
          <span>Call {phone}</span>
        </a>
      </div>
    </section>
  )
}
