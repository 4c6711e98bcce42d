import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { Shop } from '#contract/shop.ts'
import type { LandingEffect } from '#contract/zones/landing.ts'
import { routeDayText } from '#contract/zones/route-day-text.ts'
import {
  MAX_ZONES,
  type RouteDay,
  type SavedZone,
  type Zone,
  type ZoneForm,
} from '#contract/zones/zones.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { transactOrPreview } from '#server/db/preview-transaction.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { type ReassignDates, shareSettings } from '#server/modules/settings/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { getZone, lockZone } from './queries.ts'
import { zones, zoneZips } from './tables.ts'

export type ZoneDeps = { db: Db; clock: Clock; random: Random; shop: Pick<Shop, 'calendar'> }

export type WriteDeps = ZoneDeps & { reassignDates: ReassignDates }

type Request = { isPreview: boolean }

export function createZone(
  deps: WriteDeps,
  actor: Actor,
  form: ZoneForm,
  { isPreview }: Request,
): Promise<SavedZone> {
  return transactOrPreview(deps.db, isPreview, async (tx) => {
    await lockZones(tx)
    if ((await tx.$count(zones, isNull(zones.archivedAt))) >= MAX_ZONES) {
      const message = `A shop can have at most ${MAX_ZONES.toLocaleString('en-US')} zones`
      throw new Failure('invalid', message, { name: message })
    }
    const id = deps.random.uuid()
    const routeDays = toStored(deps, form.routeDays)
    await tx.insert(zones).values({ id, name: form.name, routeDays, createdAt: deps.clock.now() })
    await addZips(tx, id, form.zips)
    const zone = await getZone(tx, id)
    const change = { action: 'zone.created', subjectId: id, before: {}, after: auditFields(zone) }
    await recordAuditEntry(tx, deps, actor, change)
    return { ...zone, ...(await reassign(tx, deps, zone.zips)) }
  })
}

/** One change of zones at a time: two that exchange ZIP codes would wait for each other. */
const lockZones = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('zones'), 0)`)

/** Rule 47: the dates of planned deliveries follow the zones, in the transaction of their change. */
async function reassign(
  tx: Tx,
  deps: WriteDeps,
  zips: readonly string[],
): Promise<{ landing?: LandingEffect }> {
  const settings = await shareSettings(tx)
  return settings.routeDaysOnly ? { landing: await deps.reassignDates(tx, settings, zips) } : {}
}

/** Fields that are left out stay as they are; ZIP codes and route days are replaced as a whole. */
export function updateZone(
  deps: WriteDeps,
  actor: Actor,
  id: string,
  { version, zips, routeDays, name }: Partial<ZoneForm> & { version?: number },
  { isPreview }: Request,
): Promise<SavedZone> {
  return transactOrPreview(deps.db, isPreview, async (tx) => {
    await lockZones(tx)
    const row = await lockZone(tx, id, version)
    const before = await getZone(tx, id)
    await tx
      .update(zones)
      .set({
        ...(name !== undefined && { name }),
        ...(routeDays && { routeDays: toStored(deps, routeDays) }),
        version: row.version + 1,
      })
      .where(eq(zones.id, id))
    if (zips) await replaceZips(tx, id, before.zips, zips)
    const after = await getZone(tx, id)
    await recordAuditEntry(tx, deps, actor, {
      action: 'zone.updated',
      subjectId: id,
      before: auditFields(before),
      after: auditFields(after),
    })
    if (!zips && !routeDays) return after
    return {
      ...after,
      ...(await reassign(tx, deps, [...new Set([...before.zips, ...after.zips])])),
    }
  })
}

/** Rule 45: its ZIP codes are free for other zones, and orders that were placed keep their dates. */
export function archiveZone(
  deps: WriteDeps,
  actor: Actor,
  id: string,
  version: number | undefined,
  { isPreview }: Request,
): Promise<SavedZone> {
  return transactOrPreview(deps.db, isPreview, async (tx) => {
    await lockZones(tx)
    await lockZone(tx, id, version)
    const zone = await getZone(tx, id)
    await tx.delete(zoneZips).where(eq(zoneZips.zoneId, id))
    await tx.update(zones).set({ archivedAt: deps.clock.now() }).where(eq(zones.id, id))
    const change = { action: 'zone.archived', subjectId: id, before: auditFields(zone), after: {} }
    await recordAuditEntry(tx, deps, actor, change)
    return { ...zone, ...(await reassign(tx, deps, zone.zips)) }
  })
}

async function replaceZips(
  tx: Tx,
  zoneId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const [old, now] = [new Set(before), new Set(after)]
  const removed = before.filter((zip) => !now.has(zip))
  if (removed.length > 0)
    await tx
      .delete(zoneZips)
      .where(and(eq(zoneZips.zoneId, zoneId), inArray(zoneZips.zip, removed)))
  const added = after.filter((zip) => !old.has(zip))
  await addZips(tx, zoneId, added)
}

async function addZips(tx: Tx, zoneId: string, zips: readonly string[]): Promise<void> {
  if (zips.length === 0) return
  const added = await tx
    .insert(zoneZips)
    .values(zips.map((zip) => ({ zip, zoneId })))
    .onConflictDoNothing()
    .returning({ zip: zoneZips.zip })
  if (added.length === zips.length) return
  const taken = await tx
    .select({ zip: zoneZips.zip, name: zones.name })
    .from(zoneZips)
    .innerJoin(zones, eq(zones.id, zoneZips.zoneId))
    .where(and(inArray(zoneZips.zip, [...zips]), ne(zoneZips.zoneId, zoneId)))
    .orderBy(zoneZips.zip)
  const message = takenMessage(taken)
  throw new Failure('zip_taken', message, { zips: message })
}

const NAMED_ZIPS = 5

function takenMessage(taken: readonly { zip: string; name: string }[]): string {
  const named = taken.slice(0, NAMED_ZIPS).map(({ zip, name }) => `${zip} (${name})`)
  const more = taken.length > NAMED_ZIPS ? ` and ${taken.length - NAMED_ZIPS} more` : ''
  return `Already in another zone: ${named.join(', ')}${more}.`
}

/** AU1: rejects route days that start or end in the far future. */
function toStored({ shop, clock }: ZoneDeps, routeDays: readonly RouteDay[]): RouteDay[] {
  const time = { calendar: shop.calendar, now: clock.now() }
  for (const [index, day] of routeDays.entries()) {
    for (const name of ['from', 'validFrom', 'validUntil'] as const)
      assertPlanDateInRange(`routeDays.${index}.${name}`, day[name], time)
  }
  return routeDays.map(withoutBlanks)
}

/** Blank fields are not stored, so that a zone is returned as briefly as it was sent. */
const withoutBlanks = (day: RouteDay): RouteDay =>
  Object.fromEntries(
    Object.entries(day).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as RouteDay

/** `zoneName`, because the audit log treats `name` as personal data. */
const auditFields = ({ name, zips, routeDays }: Zone) => ({
  zoneName: name,
  zips: zips.join(', '),
  routeDays: routeDays.map(routeDayText).join('; '),
})
