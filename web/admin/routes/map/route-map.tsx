import { memo, useMemo } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { type Lane, listStops } from '../model/lanes.ts'
import { convexHull, fitPlaces, type Point, toPoints } from '../model/project-map.ts'
import { useEmphasis, useHighlighted } from './highlight.ts'

const WIDTH = 400
const HEIGHT = 300

type RouteMapProps = { board: Board; lanes: readonly Lane[] }

type Spot = Point & { key: string; color: number }
type Legs = ReadonlyMap<string, { color: number; trips: Point[][] }>

/** Where the day's deliveries are. Drawn here, so that no other host learns about the customers. */
export const RouteMap = memo(({ board, lanes }: RouteMapProps) => {
  const drawing = useMemo(() => draw(board, lanes), [board, lanes])
  if (!drawing) return null
  const { groups, hulls, depot, legs } = drawing
  const count = groups.reduce((sum, { spots }) => sum + spots.length, 0)
  return (
    <figure className="overflow-hidden rounded-control border border-line bg-surface shadow-card">
      <svg
        role="img"
        aria-label={`Map of ${count} deliveries by truck`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="block w-full"
      >
        {hulls.map(({ id, name, points, label }) => (
          <g key={id}>
            <polygon
              points={toPoints(points)}
              fill="var(--color-action)"
              fillOpacity={0.06}
              stroke="var(--color-line-strong)"
              strokeOpacity={0.5}
              strokeDasharray="3 3"
              strokeLinejoin="round"
            />
            <text
              x={label.x}
              y={label.y}
              textAnchor="middle"
              fontSize={13}
              fill="var(--color-muted)"
            >
              {name}
            </text>
          </g>
        ))}
        <TruckLegs legs={legs} />
        {groups.map((group) => (
          <TruckSpots key={group.truckId ?? ''} {...group} />
        ))}
        {depot ? (
          <g transform={`translate(${depot.x} ${depot.y})`}>
            <rect x={-5} y={-5} width={10} height={10} rx={2} fill="var(--color-ink)" />
            <title>Depot</title>
          </g>
        ) : null}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-0.5 border-line border-t px-3 py-1.5 text-muted text-xs">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-full border-2 border-ink" />
          Unplanned
        </span>
        {depot ? (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-xs bg-ink" />
            Depot
          </span>
        ) : null}
        <span className="hidden pointer-fine:inline">Point at a truck to see its route.</span>
      </figcaption>
    </figure>
  )
})

/** The legs of the highlighted truck. */
function TruckLegs({ legs }: { legs: Legs }) {
  const shown = legs.get(useHighlighted() ?? '')
  return shown?.trips.map((points) => (
    <polyline
      key={toPoints(points.slice(0, 3))}
      points={toPoints(points)}
      fill="none"
      stroke={toCssColor(shown.color)}
      strokeWidth={1.5}
      strokeLinejoin="round"
    />
  ))
}

type TruckSpotsProps = { truckId: string | undefined; spots: readonly Spot[] }

/** The deliveries of one truck, or those without one. With 1,000 stops, most groups stay as they are. */
function TruckSpots({ truckId, spots }: TruckSpotsProps) {
  const emphasis = useEmphasis(truckId)
  const isOwn = emphasis === 'own'
  const circles = useMemo(
    () =>
      spots.map(({ key, x, y, color }) => (
        <circle
          key={key}
          cx={x}
          cy={y}
          r={isOwn ? 4.5 : 3.2}
          fill={truckId ? toCssColor(color) : 'var(--color-surface)'}
          stroke={truckId ? 'var(--color-surface)' : 'var(--color-ink)'}
          strokeWidth={truckId ? 0.8 : 1.4}
        />
      )),
    [spots, isOwn, truckId],
  )
  return <g opacity={emphasis === 'other' ? 0.35 : 1}>{circles}</g>
}

const toCssColor = (color: number) => `var(--route-${color})`

/** Undefined without any known place. */
function draw(board: Board, lanes: readonly Lane[]) {
  const stops = lanes.flatMap((lane) =>
    listStops(lane).map((stop) => ({ ...stop, truckId: lane.truckId, color: lane.color })),
  )
  const unplanned = board.unplanned.map((row) => ({
    ...row,
    id: row.orderId,
    truckId: undefined,
    color: 0,
  }))
  const placed = [...stops, ...unplanned].flatMap(({ place, ...row }) =>
    place ? [{ ...row, place }] : [],
  )
  if (placed.length === 0) return undefined
  const places = placed.map(({ place }) => place)
  const project = fitPlaces(board.depot ? [...places, board.depot] : places, WIDTH, HEIGHT)
  const depot = board.depot ? project(board.depot) : undefined
  const groups: TruckSpotsProps[] = [...lanes.map(({ truckId }) => truckId), undefined].map(
    (truckId) => ({
      truckId,
      spots: placed
        .filter((row) => row.truckId === truckId)
        .map(({ id, place, color }) => ({ key: id, color, ...project(place) })),
    }),
  )
  const hulls = board.zones.flatMap(({ id, name }) => {
    const inZone = placed.filter(({ zoneId }) => zoneId === id).map(({ place }) => project(place))
    const points = convexHull(inZone)
    const label = {
      x: mean(points.map(({ x }) => x)),
      // Within the drawing, also at its upper edge.
      y: Math.max(16, Math.min(...points.map(({ y }) => y)) - 5),
    }
    return points.length < 3 ? [] : [{ id, name, points, label }]
  })
  const ends = depot ? [depot] : []
  const legs = new Map(
    lanes.map((lane) => [
      lane.truckId,
      {
        color: lane.color,
        trips: lane.trips.map(({ stops: inTrip }) => [
          ...ends,
          ...inTrip.flatMap(({ place }) => (place ? [project(place)] : [])),
          ...ends,
        ]),
      },
    ]),
  )
  return { groups, hulls, depot, legs }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
