import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { OwnPoint } from '#contract/points/points.ts'
import { ownPointsQuery } from '#web/api/points/own-points.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddressDialog } from './address-dialog.tsx'

/** Instructions for drivers at each door. Hidden before the first order. */
export function AddressesCard() {
  const { data: points, isError, refetch } = useQuery(ownPointsQuery)
  const [editedId, setEditedId] = useState<string>()
  if (points?.length === 0) return null
  const edited = points?.find(({ id }) => id === editedId)
  return (
    <Card aria-labelledby="addresses" aria-busy={!points && !isError}>
      <CardHeader>
        <CardTitle id="addresses">Delivery addresses</CardTitle>
      </CardHeader>
      <CardBody>
        {points ? (
          <ul className="flex flex-col gap-5">
            {points.map((point) => (
              <Address key={point.id} point={point} onEdit={() => setEditedId(point.id)} />
            ))}
          </ul>
        ) : isError ? (
          <Alert
            tone="danger"
            title="Failed to load your addresses"
            action={
              <Button variant="secondary" size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        ) : (
          <Skeleton className="h-16" />
        )}
      </CardBody>
      {edited ? <AddressDialog point={edited} onClose={() => setEditedId(undefined)} /> : null}
    </Card>
  )
}

function Address({ point, onEdit }: { point: OwnPoint; onEdit: () => void }) {
  const { address, city, zip, gateCode, instructions } = point
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0">
      <div className="wrap-anywhere min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          {address}, {[city, zip].filter(Boolean).join(' ')}
        </p>
        {instructions ? <p className="mt-1">{instructions}</p> : null}
        {gateCode ? <p className="mt-1 text-muted text-sm">Gate code {gateCode}</p> : null}
        {instructions || gateCode ? null : (
          <p className="mt-1 text-muted text-sm">No instructions for the driver yet.</p>
        )}
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Change instructions for ${address}`}
        onClick={onEdit}
      >
        <Pencil aria-hidden className="size-4" />
        Instructions
      </Button>
    </li>
  )
}
