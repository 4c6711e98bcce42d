import { CalendarDays, FileX2, MousePointerClick, Truck, Zap } from 'lucide-react'

const benefits = [
  { icon: MousePointerClick, title: 'Simple ordering', text: 'A few clicks, no account needed.' },
  {
    icon: CalendarDays,
    title: 'Flexible scheduling',
    text: 'Order once or on a schedule. You pick the day.',
  },
  { icon: Truck, title: 'Free delivery', text: 'The price you see is the price you pay.' },
  { icon: Zap, title: 'Same-day delivery available', text: 'Need water today? Give us a call.' },
  { icon: FileX2, title: 'No contracts', text: 'Nothing to sign. Cancel anytime.' },
]

export function Benefits() {
  return (
    <section aria-label="What you can count on" className="border-line border-y">
      <ul className="mx-auto grid max-w-6xl gap-x-6 gap-y-6 px-4 py-9 sm:grid-cols-2 sm:px-6 lg:grid-cols-5 lg:py-10">
        {benefits.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3.5 lg:flex-col">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-aqua-soft text-aqua-ink">
              <Icon aria-hidden className="size-5" />
            </span>
            <div>
              <p className="font-bold leading-snug">{title}</p>
              <p className="mt-1 text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
