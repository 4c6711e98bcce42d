import { Home, MousePointerClick, Truck } from 'lucide-react'

const steps = [
  {
    icon: MousePointerClick,
    title: 'Order',
    text: 'Choose your bottles. Make it a one-time purchase or a weekly, bi-weekly or monthly recurring delivery.',
  },
  {
    icon: Truck,
    title: 'Deliver',
    text: 'We deliver on your preferred schedule, with real-time order tracking.',
  },
  {
    icon: Home,
    title: 'Enjoy',
    text: 'Enjoy your water. Pause, modify or cancel your subscription at any time.',
  },
]

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      tabIndex={-1}
      aria-labelledby="how-it-works-heading"
      className="outline-none"
    >
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <h2 id="how-it-works-heading" className="text-3xl sm:text-4xl">
          How It Works
        </h2>
        <ol className="mt-10 grid gap-5 md:grid-cols-3 md:gap-6">
          {steps.map(({ icon: Icon, title, text }, index) => (
            <li
              key={title}
              className="relative overflow-hidden rounded-card border border-line bg-surface p-6 shadow-card sm:p-8"
            >
              <span
                aria-hidden
                className="absolute top-5 right-7 select-none font-extrabold text-7xl leading-none text-action-soft tabular-nums"
              >
                {index + 1}
              </span>
              <span className="relative flex size-12 items-center justify-center rounded-control bg-action text-on-action">
                <Icon aria-hidden className="size-6" />
              </span>
              <h3 className="relative mt-6 text-xl">{title}</h3>
              <p className="relative mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
