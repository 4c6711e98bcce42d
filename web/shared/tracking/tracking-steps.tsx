import { Check, CheckCheck, House, type LucideIcon, ReceiptText, Truck } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { type TrackingProgress, trackingSteps } from './tracking-progress.ts'

const icons: readonly LucideIcon[] = [ReceiptText, CheckCheck, Truck, House]

const texts = [
  "We've received your order.",
  'Your delivery is scheduled.',
  'Your water is on the way.',
  'Your water has been delivered.',
] as const

export function TrackingSteps({ progress }: { progress: TrackingProgress }) {
  return (
    <ol className="flex flex-col">
      {trackingSteps.map((step, index) => (
        <Step
          key={step}
          name={step}
          text={texts[index] ?? ''}
          Icon={icons[index] ?? Check}
          state={stepState(index, progress.reached)}
          isLast={index === trackingSteps.length - 1}
        />
      ))}
    </ol>
  )
}

type StepState = 'done' | 'current' | 'upcoming'

function stepState(index: number, reached: number): StepState {
  if (index === reached) return 'current'
  return index < reached ? 'done' : 'upcoming'
}

const circles: Record<StepState, string> = {
  done: 'bg-action-soft text-action',
  current: 'bg-action text-on-action',
  upcoming: 'bg-surface text-muted ring-1 ring-line ring-inset',
}

type StepProps = {
  name: string
  text: string
  Icon: LucideIcon
  state: StepState
  isLast: boolean
}

function Step({ name, text, Icon, state, isLast }: StepProps) {
  const Shown = state === 'done' ? Check : Icon
  return (
    <li
      className="relative flex gap-4 pb-7 last:pb-0"
      aria-current={state === 'current' ? 'step' : undefined}
    >
      {isLast ? null : (
        <span
          aria-hidden
          className={cx(
            'absolute top-10 bottom-0 left-5 w-0.5 -translate-x-1/2',
            state === 'done' ? 'bg-action/40' : 'bg-line',
          )}
        />
      )}
      <span
        aria-hidden
        className={cx('grid size-10 shrink-0 place-items-center rounded-full', circles[state])}
      >
        <Shown className="size-5" />
      </span>
      <div className="pt-1.5">
        <p className={cx('font-bold', state === 'upcoming' && 'text-muted')}>{name}</p>
        {state === 'current' ? <p className="text-muted text-sm">{text}</p> : null}
        {state === 'done' ? <span className="sr-only">Done</span> : null}
      </div>
    </li>
  )
}
