import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StopDetails } from '../parts/stop-details.tsx'
import { addressLine, phoneHref } from '../route/navigation-links.ts'
import { viewRoute } from '../route/route-view.ts'
import { deliveryName } from '../route/visits.ts'
import { useDriver } from '../use-driver.ts'

/** The app can't start without its storage: what helps, and the stops to drive in the meantime. */
export function StorageScreen() {
  const { plannedRoute } = useDriver().state
  const visits = plannedRoute ? viewRoute(plannedRoute, []).open : []
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col gap-4 p-4">
      <h1 className="text-2xl">We can't open this phone's storage</h1>
      <Alert tone="danger" urgent>
        <ol className="list-decimal pl-5 text-base">
          <li>Close other windows of this app, then try again.</li>
          <li>Restart the phone, and free up some space if it is full.</li>
          <li>If that doesn't help, write down what you do and call dispatch.</li>
        </ol>
        <p className="mt-2 text-base">
          What you entered before is still on the phone. Don't delete the app or its data.
        </p>
      </Alert>
      <Button size="large" className="min-h-14 w-full text-lg" onClick={() => location.reload()}>
        Try again
      </Button>
      {plannedRoute?.officePhone ? (
        <a
          href={phoneHref(plannedRoute.officePhone)}
          className={buttonClass('secondary', 'large', 'w-full')}
        >
          Call dispatch
        </a>
      ) : null}
      {visits.length > 0 ? (
        <section className="flex flex-col gap-2">
          <h2 className="text-lg">Your stops, as planned by dispatch</h2>
          <ul aria-label="Your stops" className="flex flex-col gap-3">
            {visits.flatMap((visit) =>
              visit.deliveries.map((view) => (
                <li key={view.stop.id}>
                  <Card className="flex flex-col gap-2 p-4">
                    <h3 className="text-lg">{deliveryName(visit, view)}</h3>
                    <p>{addressLine(view.stop.address)}</p>
                    <StopDetails view={view} />
                  </Card>
                </li>
              )),
            )}
          </ul>
        </section>
      ) : null}
    </main>
  )
}
