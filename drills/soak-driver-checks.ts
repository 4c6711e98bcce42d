import { describeCounts, type Figure, figure } from './figures.ts'
import { countIn, query } from './machines/postgres.ts'
import type { SoakDriver } from './soak-driver.ts'

/** Photos are stored for 90 days and positions for 30, which a soak does not reach. */
const AGE = "interval '100 days'"

/** Number of rows that were backdated, so that they must be deleted. */
export type AgedDriving = { photos: number; positions: number }

/** Backdates the driver's events by several months. */
export async function ageDriving(url: string): Promise<AgedDriving> {
  const photos = await query(
    url,
    `update driver_photos set created_at = created_at - ${AGE} returning sha256`,
  )
  const events = await query<{ fix: unknown }>(
    url,
    `update driver_events set received_at = received_at - ${AGE} returning fix`,
  )
  return { photos: photos.length, positions: events.filter(({ fix }) => fix !== null).length }
}

/** Compares what the driver did with what the shop has. */
export async function compareDriving(
  url: string,
  driving: SoakDriver,
  aged: AgedDriving,
): Promise<Figure[]> {
  const [cash] = await query<{ cents: number }>(
    url,
    'select coalesce(sum(amount_cents), 0)::int as cents from tenders',
  )
  const events = await countIn(url, 'driver_events')
  const sent = [...driving.results.values()].reduce((sum, count) => sum + count, 0)
  const closed = await countIn(url, `routes where status = 'closed'`)
  const failed = await countIn(url, `stop_states where progress = 'failed'`)
  const photos = await countIn(url, 'driver_photos')
  const fixes = await countIn(url, 'driver_events where fix is not null')
  const isWrong = [...driving.results.keys()].some((result) => result.startsWith('rejected'))
  return [
    figure(
      'routes driven',
      `${driving.days}, closed here: ${closed}`,
      closed === driving.days && closed > 0,
    ),
    figure(
      'driver events sent',
      `${describeCounts(driving.results)}; here: ${events}`,
      events === sent && events > 0 && !isWrong,
    ),
    figure('failed stops', failed, failed > 0),
    figure(
      'cash taken in cents',
      `${driving.cashCents}, here: ${cash?.cents}`,
      cash?.cents === driving.cashCents && driving.cashCents > 0,
    ),
    compareKept('photos', { sent: driving.photos, aged: aged.photos, kept: photos }),
    compareKept('positions', { sent: driving.positions, aged: aged.positions, kept: fixes }),
    figure('driving that failed', describeCounts(driving.failed), driving.failed.size === 0),
  ]
}

type StoredRows = { sent: number; aged: number; kept: number }

/** Everything that was sent is stored, except rows that are too old. */
export function compareKept(name: string, { sent, aged, kept }: StoredRows): Figure {
  const isOk = aged > 0 && kept > 0 && kept === sent - aged
  return figure(`${name} sent`, `${sent}, too old: ${aged}, kept: ${kept} of ${sent - aged}`, isOk)
}
