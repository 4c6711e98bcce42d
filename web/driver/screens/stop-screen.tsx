import { MapPin, Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reasonLabels } from '#contract/driver/reason-labels.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { currentFix, requestStopFix } from '../locator.ts'
import { DeliveryList } from '../parts/delivery-list.tsx'
import { PaymentList } from '../parts/payment-list.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { StopDetails } from '../parts/stop-details.tsx'
import { addressLine, navigationLinks, phoneHref } from '../route/navigation-links.ts'
import type { StopView } from '../route/stop-view.ts'
import {
  type DeliveryProps,
  deliveryName,
  isOpenDelivery,
  openDeliveries,
} from '../route/visits.ts'
import { goTo, hashTo, leaveTo, useDriver } from '../use-driver.ts'
import { useSave } from '../use-save.ts'
import { useUndo } from '../use-undo.ts'

const linkClass = buttonClass('secondary', 'large', 'min-h-14 flex-1')

/** A delivery of a stop: how to get there, the phone number, and what happened. */
export function StopScreen({ visit, view }: DeliveryProps) {
  const { stop } = view
  const isOpen = isOpenDelivery(view)
  useEffect(() => requestStopFix(stop.id), [stop.id])
  return (
    <ScreenFrame
      title={deliveryName(visit, view)}
      backTo={hashTo.list}
      actions={isOpen ? <OpenActions visit={visit} view={view} /> : null}
    >
      <DeliveryList visit={visit} view={view} />
      <Card className="flex flex-col gap-3 p-4">
        <p className="text-xl">{addressLine(stop.address)}</p>
        <StopDetails view={view} />
      </Card>
      <div className="flex flex-wrap gap-2">
        {stop.phone ? (
          <a href={phoneHref(stop.phone)} className={linkClass}>
            <Phone aria-hidden className="size-5" />
            Call
          </a>
        ) : null}
        <Navigate view={view} />
      </div>
      {isOpen ? null : <Outcome view={view} />}
      <PaymentList view={view} />
      <a href={hashTo.payment(stop.id)} className={buttonClass('ghost', 'large', 'w-full')}>
        Cash or check received
      </a>
    </ScreenFrame>
  )
}

function Navigate({ view }: { view: StopView }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button
        variant="secondary"
        size="large"
        className="min-h-14 flex-1"
        onClick={() => setIsOpen(true)}
      >
        <MapPin aria-hidden className="size-5" />
        Navigate
      </Button>
    )
  }
  return (
    <ul aria-label="Navigate with" className="grid w-full grid-cols-2 gap-2">
      {navigationLinks(view.stop).map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('secondary', 'large', 'min-h-14 w-full px-2')}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function OpenActions({ visit, view: { stop, progress } }: DeliveryProps) {
  const { store } = useDriver()
  const { problem, save, eventIdFor } = useSave()
  // Recorded for every open delivery at the door, because the truck arrives or skips it with all of
  // them.
  const record = (type: 'arrived' | 'skipped-for-now', after: () => void) =>
    save(async () => {
      const reached = type === 'arrived' ? 'arrived' : 'skipped'
      for (const { stop: each, progress: before } of openDeliveries(visit)) {
        if (before === reached) continue
        const eventId = eventIdFor(`${type} at ${each.id} after ${before}`)
        const { id: stopId, trip } = each
        await store.record({ eventId, type, payload: {}, stopId, trip, fix: currentFix() })
      }
      after()
    })
  return (
    <>
      <ProblemAlert problem={problem} />
      <Button
        size="large"
        className="min-h-16 w-full text-xl"
        onClick={() => goTo(hashTo.delivered(stop.id))}
      >
        Delivered
      </Button>
      <Button
        variant="dangerSubtle"
        size="large"
        className="min-h-14 w-full text-lg"
        onClick={() => goTo(hashTo.notDelivered(stop.id))}
      >
        Not delivered
      </Button>
      <div className="flex gap-2">
        {progress === 'arrived' ? null : (
          <Button
            variant="secondary"
            size="large"
            className="flex-1 px-2"
            onClick={() => void record('arrived', () => undefined)}
          >
            I'm here
          </Button>
        )}
        <Button
          variant="secondary"
          size="large"
          className="flex-1 px-2"
          onClick={() => void record('skipped-for-now', () => leaveTo(hashTo.list))}
        >
          Skip for now
        </Button>
      </div>
    </>
  )
}

function Outcome({ view }: { view: StopView }) {
  const { problem, undo } = useUndo()
  const { stop, progress, outcome, canUndo } = view
  const names = new Map(stop.lines.map(({ productId, name }) => [productId, name]))
  const title = {
    delivered: 'Delivered',
    failed: `Not delivered: ${outcome.failureReason ? reasonLabels[outcome.failureReason] : ''}`,
    off: 'Dispatch took this delivery off your route.',
  }[progress as 'delivered' | 'failed' | 'off']
  return (
    <Alert tone={progress === 'delivered' ? 'success' : 'warning'} title={title}>
      <ul className="text-base">
        {outcome.lines.map(({ productId, full, empties, damaged }) => (
          <li key={productId}>
            {names.get(productId) ?? 'Other product'}: {full} left, {empties} empties, {damaged}{' '}
            damaged
          </li>
        ))}
      </ul>
      {problem ? <p className="font-bold">{problem}</p> : null}
      <div className="mt-3 flex flex-col gap-2">
        {canUndo ? (
          <Button
            key={outcome.outcomeEventId}
            variant="secondary"
            size="large"
            onClick={() => void undo(outcome.outcomeEventId, { stopId: stop.id, trip: stop.trip })}
          >
            Undo
          </Button>
        ) : null}
        {canUndo && progress === 'delivered' ? (
          <a href={hashTo.delivered(stop.id)} className={buttonClass('secondary', 'large')}>
            Correct the counts
          </a>
        ) : null}
        {canUndo ? null : <p>Only dispatch can change this.</p>}
        {progress === 'off' ? (
          <a href={hashTo.delivered(stop.id)} className={buttonClass('secondary', 'large')}>
            I delivered it anyway
          </a>
        ) : null}
      </div>
    </Alert>
  )
}
