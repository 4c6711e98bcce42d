import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { addressLine } from '../route/navigation-links.ts'
import { deliveryName, openDeliveries, type Visit, visitName } from '../route/visits.ts'
import { hashTo } from '../use-driver.ts'
import { StopDetails } from './stop-details.tsx'
import { DeliveryCount } from './stop-row.tsx'

type StopCardProps = {
  visit: Visit
  /** Something else is to be done first, such as the load check. */
  isLater: boolean
}

/** The next stop, large, with everything needed on the way there. */
export function StopCard({ visit, isLater }: StopCardProps) {
  const open = openDeliveries(visit)
  const [first = visit.deliveries[0]] = open
  const hasSeveral = visit.deliveries.length > 1
  return (
    <Card className="flex flex-col gap-3 border-2 border-action! p-4" aria-label="Next stop">
      <p className="font-semibold text-action-strong text-sm">Next stop</p>
      <h2 className="break-words text-2xl">{visitName(visit)}</h2>
      <p className="text-lg">{addressLine(first.stop.address)}</p>
      <DeliveryCount visit={visit} />
      {open.map((view) =>
        hasSeveral ? (
          <div key={view.stop.id} className="flex flex-col gap-2 border-line border-t pt-3">
            <h3 className="text-base">{deliveryName(visit, view)}</h3>
            <StopDetails view={view} />
          </div>
        ) : (
          <StopDetails key={view.stop.id} view={view} />
        ),
      )}
      <a
        href={hashTo.stop(first.stop.id)}
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
