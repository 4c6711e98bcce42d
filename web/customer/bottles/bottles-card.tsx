import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerBottles } from '#contract/bottles/bottles.ts'
import { bottleText } from '#contract/text/bottle-text.ts'
import { bottlesQuery } from '#web/api/bottles/bottles.ts'
import { formatDay } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'

/** Rule 62: how many bottles are at the customer's place, and how they came there. */
export function BottlesCard() {
  const { data, error, refetch } = useQuery(bottlesQuery)
  // Another backend may count no bottles.
  if (data === null) return null
  return (
    <Card aria-labelledby="your-bottles">
      <CardHeader>
        <CardTitle id="your-bottles">Your bottles</CardTitle>
        <p className="text-muted">Counted at your door with each delivery.</p>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        {data ? (
          <Bottles bottles={data} />
        ) : error ? (
          <LoadError
            title="We couldn't load your bottles"
            text="Try again in a moment."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingList label="Loading your bottles" />
        )}
      </CardBody>
    </Card>
  )
}

const SHOWN = 5

function Bottles({ bottles: { balance, movements } }: { bottles: CustomerBottles }) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? movements : movements.slice(0, SHOWN)
  return (
    <>
      <p className="font-extrabold text-2xl tracking-tight">{bottleText(balance)} at your place</p>
      {movements.length === 0 ? (
        <p className="text-muted">
          Nothing has been counted yet. After your next delivery, you'll see what we left and took.
        </p>
      ) : (
        <ul aria-label="Bottles left and taken" className="flex flex-col gap-2">
          {shown.map((movement) => (
            <li key={movement.id} className="flex justify-between gap-4 border-line border-t pt-2">
              <span>
                {describeMovement(movement)}
                <span className="block text-muted text-sm">{formatDay(movement.at)}</span>
              </span>
              <span className="font-semibold tabular-nums">
                {movement.to === 'customer' ? '+' : '−'}
                {movement.quantity}
              </span>
            </li>
          ))}
        </ul>
      )}
      {movements.length > SHOWN ? (
        <Button
          variant="secondary"
          className="self-start"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : 'Show all'}
        </Button>
      ) : null}
    </>
  )
}

function describeMovement({
  quantity,
  state,
  to,
  cause,
  isReversal,
}: CustomerBottles['movements'][number]): string {
  const counted = `${quantity} ${state} ${quantity === 1 ? 'bottle' : 'bottles'}`
  if (isReversal) return `Count of ${counted} corrected`
  if (cause === 'opening' || cause === 'import') return `${bottleText(quantity)} already there`
  if (cause === 'correction') return `${bottleText(quantity)} corrected by our team`
  return to === 'customer' ? `${counted} left` : `${counted} taken`
}
