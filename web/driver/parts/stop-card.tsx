import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { addressLine } from '../route/navigation-links.ts'
import { stopName } from '../route/route-changes.ts'
import type { StopView } from '../route/stop-views.ts'
import { hashTo } from '../use-driver.ts'
import { StopFacts } from './stop-facts.tsx'

type StopCardProps = {
  view: StopView
  /** Something else is to be done first, such as the load check. */
  isLater: boolean
}

/** The next stop, large, with everything needed on the way there. */
export function StopCard({ view, isLater }: StopCardProps) {
  const { stop } = view
  return (
    <Card className="flex flex-col gap-3 border-2 border-action! p-4" aria-label="Next stop">
      <p className="font-semibold text-action-strong text-sm">Next stop</p>
      <h2 className="text-2xl">{stopName(stop)}</h2>
      <p className="text-lg">{addressLine(stop.address)}</p>
      <StopFacts view={view} />
      <a
        href={hashTo.stop(stop.id)}
        className={buttonClass(
          isLater ? 'secondary' : 'primary',
          'large',
          'min-h-16 w-full text-lg',
        )}
      >
        Open stop
      </a>
    </Card>
  )
}
