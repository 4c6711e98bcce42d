import { FlaskConical } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'

const otherCards = [
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'insufficient funds'],
  ['4000 0025 0000 3155', 'requires 3-D Secure'],
  ['4000 0000 0000 0069', 'expired'],
  ['4000 0000 0000 0127', 'wrong security code'],
  ['4000 0000 0000 0341', 'fails at the next delivery'],
] as const

/** Shown above every card form of the sandbox. */
export function TestCards({ className }: { className?: string }) {
  return (
    <Alert
      className={className ?? ''}
      icon={<FlaskConical aria-hidden className="size-5 shrink-0 self-start text-action" />}
      title="Test mode: no cards are charged"
    >
      <p>
        Pay with <span className="whitespace-nowrap font-semibold">4242 4242 4242 4242</span>, any
        future date and any three digits.
      </p>
      <details className="mt-1">
        <summary className="inline-block cursor-pointer py-2 font-semibold text-action-strong sm:py-0.5">
          More test cards
        </summary>
        <ul className="mt-1 flex flex-col gap-1">
          {otherCards.map(([number, effect]) => (
            <li key={number}>
              <span className="whitespace-nowrap font-semibold tabular-nums">{number}</span>
              {` – ${effect}`}
            </li>
          ))}
        </ul>
      </details>
    </Alert>
  )
}
