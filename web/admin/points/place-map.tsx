import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { placeText } from '#contract/points/parse-place.ts'
import type { Place } from '#contract/points/points.ts'
import { nearbyPointsQuery } from '#web/api/points/staff-points.ts'
import { Button } from '#web/ui/button.tsx'
import {
  createMapView,
  HEIGHT,
  MAX_ZOOM,
  START_ZOOM,
  toPixels,
  toPlace,
  toScaleBar,
  WIDTH,
} from './map-view.ts'

type PlaceMapProps = {
  /** Where the map is centered at first. */
  center: Place
  zip: string
  zipCenter: Place | null
  /** Where the door is: the pin, or the place that counts without one. */
  place: Place
  isPinned: boolean
  /** Undefined for staff who may only read. */
  onPin?: ((place: Place) => void) | undefined
}

const STEP = 10
const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
}

/**
 * A door among its neighbors, drawn here so that no other host learns about customers. The map is
 * one button: a click sets the pin, and the arrow keys move it.
 */
export function PlaceMap({ center, zip, zipCenter, place, isPinned, onPin }: PlaceMapProps) {
  const [middle, setMiddle] = useState(center)
  const [zoom, setZoom] = useState(START_ZOOM)
  const { data: neighbors = [] } = useQuery(nearbyPointsQuery(center))
  const view = createMapView(middle, zoom)
  const scale = toScaleBar(view)
  const spot = toPixels(view, place)
  const isOutside = spot.x < 0 || spot.y < 0 || spot.x > WIDTH || spot.y > HEIGHT

  function pinAt(event: MouseEvent<HTMLButtonElement>) {
    // Enter and Space come without coordinates: they pin the place that is shown.
    if (event.detail === 0) return onPin?.(place)
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * WIDTH
    const y = ((event.clientY - box.top) / box.height) * HEIGHT
    onPin?.(toPlace(view, { x, y }))
  }

  function moveByKey(event: KeyboardEvent) {
    const step = arrows[event.key]
    if (!step || !onPin) return
    event.preventDefault()
    const factor = event.shiftKey ? 0.2 : 1
    const moved = toPlace(view, { x: spot.x + step[0] * factor, y: spot.y + step[1] * factor })
    onPin(moved)
    const next = toPixels(view, moved)
    if (next.x < 0 || next.y < 0 || next.x > WIDTH || next.y > HEIGHT) setMiddle(moved)
  }

  const drawing = (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full">
      {neighbors.map(({ address, ...neighbor }) => {
        const { x, y } = toPixels(view, neighbor)
        return (
          <circle key={`${address} ${x}`} cx={x} cy={y} r={4} fill="var(--color-muted)">
            <title>{address}</title>
          </circle>
        )
      })}
      {zipCenter ? <ZipCross {...toPixels(view, zipCenter)} zip={zip} /> : null}
      <g transform={`translate(${spot.x} ${spot.y})`}>
        <path
          d="M0 0 C-3 -8 -9 -11 -9 -18 A9 9 0 1 1 9 -18 C9 -11 3 -8 0 0 Z"
          fill={isPinned ? 'var(--color-action)' : 'var(--color-surface)'}
          stroke="var(--color-action)"
          strokeWidth={2}
        />
        <circle cy={-18} r={3} fill={isPinned ? 'var(--color-surface)' : 'var(--color-action)'} />
      </g>
      <g transform={`translate(12 ${HEIGHT - 12})`} stroke="var(--color-ink)" fill="none">
        <path d={`M0 -5 V0 H${scale.pixels} V-5`} strokeWidth={1.5} />
        <text x={scale.pixels + 6} fontSize={11} fill="var(--color-ink)" stroke="none">
          {scale.miles} mi
        </text>
      </g>
    </svg>
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="relative overflow-hidden rounded-control border border-line bg-surface-soft">
        {onPin ? (
          <button
            type="button"
            aria-label="Map: click to set the pin, or move it with the arrow keys"
            className="block w-full cursor-crosshair focus-visible:outline-2 focus-visible:outline-action focus-visible:-outline-offset-2"
            onClick={pinAt}
            onKeyDown={moveByKey}
          >
            {drawing}
          </button>
        ) : (
          drawing
        )}
        <div className="absolute top-2 right-2 flex flex-col gap-1.5">
          <Button
            variant="secondary"
            size="icon"
            aria-label="Zoom in"
            disabled={zoom === 0}
            onClick={() => {
              setZoom(zoom - 1)
              setMiddle(place)
            }}
          >
            <Plus aria-hidden className="size-4.5" />
          </Button>
          <Button
            variant="secondary"
            size="icon"
            aria-label="Zoom out"
            disabled={zoom === MAX_ZOOM}
            onClick={() => setZoom(zoom + 1)}
          >
            <Minus aria-hidden className="size-4.5" />
          </Button>
        </div>
      </div>
      <p aria-live="polite" className="text-muted text-sm">
        {isPinned ? `Pin at ${placeText(place)}.` : `No pin. The place is ${placeText(place)}.`}{' '}
        {neighbors.length === 1 ? '1 neighbor' : `${neighbors.length} neighbors`} with a known
        place.
        {isOutside ? (
          <button
            type="button"
            className="ml-1.5 rounded text-action underline underline-offset-3"
            onClick={() => setMiddle(place)}
          >
            Show it
          </button>
        ) : null}
      </p>
    </div>
  )
}

function ZipCross({ x, y, zip }: { x: number; y: number; zip: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-6 0 H6 M0 -6 V6" stroke="var(--color-ink)" strokeWidth={1.5} />
      <text y={18} textAnchor="middle" fontSize={11} fill="var(--color-muted)">
        {zip.slice(0, 5)}
      </text>
    </g>
  )
}
