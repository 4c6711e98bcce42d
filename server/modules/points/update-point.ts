import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DeliveryPoint, PointForm } from '#contract/points/points.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { type Door, describePoints, findPoint, type PointRow } from './find-points.ts'
import { lockPoint } from './lock-point.ts'
import { placeProblem, roundPlace, unpinnedPlace } from './rules.ts'
import { deliveryPoints } from './tables.ts'
import { zipPlace } from './zip-places.ts'

type PointDeps = { db: Db; clock: Clock }
type Change = PointForm & { version?: number | undefined }
type Editor = Actor | { actor: 'customer'; id: string }

/**
 * Changes what is saved for a door; fields that are left out stay. An outdated version is
 * rejected. The audit log names the changed fields, never a code or a text.
 */
export function updatePoint(
  deps: PointDeps,
  editor: Editor,
  door: Door,
  { version, ...form }: Change,
): Promise<DeliveryPoint> {
  return deps.db.transaction(async (tx) => {
    const before = await lockPoint(tx, deps, door)
    if (!before) throw new Failure('not_found')
    if (version !== undefined && version !== before.version) throw new Failure('stale')
    const change = {
      ...toTexts(form),
      ...(await toPlace(before, door.zip, form)),
      ...toHours(form),
    }
    const after = { ...before, ...change }
    const changed = changedFields(before, after)
    if (changed.length > 0) {
      await tx
        .update(deliveryPoints)
        .set({ ...change, version: before.version + 1, updatedAt: deps.clock.now() })
        .where(
          and(
            eq(deliveryPoints.customerId, door.customerId),
            eq(deliveryPoints.addressKey, door.id),
          ),
        )
      await recordAuditEntry(tx, deps, editor, {
        action: 'customer.delivery_point_changed',
        subjectId: door.customerId,
        before: auditFields(before),
        after: { ...auditFields(after), address: door.address, changed: changed.join(', ') },
      })
    }
    const saved = await findPoint(tx, door)
    const [point] = await describePoints([door], saved ? [saved] : [])
    if (!point) throw new Failure('not_found')
    return point
  })
}

const orNull = (text: string) => (text.trim() === '' ? null : text)

function toTexts({ gateCode, instructions, notes }: PointForm): Partial<PointRow> {
  return {
    ...(gateCode !== undefined && { gateCode: orNull(gateCode) }),
    // An edit of the instructions resolves those from a checkout without login, which the editor has
    // seen.
    ...(instructions !== undefined && {
      instructions: orNull(instructions),
      guestInstructions: null,
    }),
    ...(notes !== undefined && { notes: orNull(notes) }),
  }
}

const toHours = ({ openingHours, extraMinutes }: PointForm): Partial<PointRow> => ({
  ...(openingHours !== undefined && { openingHours }),
  ...(extraMinutes !== undefined && { extraMinutes }),
})

/** Rule 53: a pin wins over every other place. Without it, the learned or imported one counts again. */
async function toPlace(
  before: PointRow,
  zip: string,
  { pin, isLearnedUsed = before.isLearnedUsed }: PointForm,
): Promise<Partial<PointRow>> {
  if (pin) {
    const problem = placeProblem(pin, zip, await zipPlace(zip))
    if (problem) throw new Failure('invalid', problem, { pin: problem })
    return { ...roundPlace(pin), placeSource: 'pin', isLearnedUsed }
  }
  const isPinned = before.placeSource === 'pin'
  const isMoved = isPinned ? pin === null : isLearnedUsed !== before.isLearnedUsed
  return { ...(isMoved && unpinnedPlace({ ...before, isLearnedUsed })), isLearnedUsed }
}

const comparedFields = [
  'lat',
  'lon',
  'isLearnedUsed',
  'gateCode',
  'instructions',
  'guestInstructions',
  'notes',
  'openingHours',
  'extraMinutes',
] as const satisfies readonly (keyof PointRow)[]

const changedNames: Record<(typeof comparedFields)[number], string> = {
  lat: 'place',
  lon: 'place',
  isLearnedUsed: 'learned place',
  gateCode: 'gate code',
  instructions: 'instructions',
  guestInstructions: 'instructions',
  notes: 'notes',
  openingHours: 'opening hours',
  extraMinutes: 'extra minutes',
}

function changedFields(before: PointRow, after: PointRow): string[] {
  const isChanged = (name: (typeof comparedFields)[number]) =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return [...new Set(comparedFields.filter(isChanged).map((name) => changedNames[name]))]
}

const auditFields = ({ placeSource, isLearnedUsed, openingHours, extraMinutes }: PointRow) => ({
  placeSource,
  isLearnedUsed,
  openingHours: openingHours.map(({ from, to }) => `${from}–${to}`).join(', '),
  extraMinutes,
})
