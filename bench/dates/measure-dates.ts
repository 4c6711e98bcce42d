import type { ChildProcess } from 'node:child_process'
import { Client } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import { sendRequest } from '../child.ts'
import type { LoadRequest } from '../load.ts'
import { type Measurement, withCpu } from '../measure-server.ts'
import type { LoadOptions, Outcome } from '../repeat.ts'
import type { Shop } from '../shop.ts'
import { warmUp } from '../warm-up.ts'

/** Rule 46: the dates of a ZIP code, in a shop with one zone and with many. */
export type DateMeasurements = { one: Measurement; many: Measurement }

export const ZONES = 1_000
const ZIPS_PER_ZONE = 40
/** In the middle of all. */
const ZONE = ZONES / 2

const firstZip = (zone: number) => String(10_000 + zone * ZIPS_PER_ZONE)

type DatesBench = { shop: Shop; load: ChildProcess; databaseUrl: string; seconds: number }

export async function measureDates(bench: DatesBench): Promise<DateMeasurements> {
  const { shop, load, databaseUrl, seconds } = bench
  const path = `${apiPaths.deliveryDates}?zip=${firstZip(ZONE)}&bottles=2`
  const run = (loadOptions: LoadOptions) =>
    withCpu(
      shop.cpuMs,
      () =>
        sendRequest<Outcome>(load, {
          kind: 'get',
          port: shop.port,
          paths: [path],
          ...loadOptions,
        } as LoadRequest),
      shop,
    )
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await addZones(client, ZONE, ZONE)
    const round = { concurrency: 8, seconds: 1, maxRequests: 50_000 }
    await warmUp(async () => (await run(round)).cpuMsPerOperation)
    const loadOptions = { concurrency: 8, seconds, maxRequests: 50_000 }
    const one = await run(loadOptions)
    await addZones(client, 0, ZONE - 1)
    await addZones(client, ZONE + 1, ZONES - 1)
    await client.query('analyze zones, zone_zips')
    await run(round)
    return { one, many: await run(loadOptions) }
  } finally {
    await client.end()
  }
}

/** Zones that are served every day, with two windows and a capacity. */
async function addZones(client: Client, first: number, last: number): Promise<void> {
  await client.query(
    `with added as (
       insert into zones (id, name, route_days, created_at)
       select gen_random_uuid(), 'Zone ' || n, (
         select jsonb_agg(jsonb_build_object('weekday', weekday, 'everyWeeks', 1,
           'from', '2026-01-05', 'capacity', 120, 'windows', $4::jsonb))
         from generate_series(1, 7) weekday), now()
       from generate_series($1::int, $2::int) n returning id, name)
     insert into zone_zips (zip, zone_id)
     select (10000 + substr(name, 6)::int * $3::int + k)::text, id
     from added, generate_series(0, $3::int - 1) k`,
    [first, last, ZIPS_PER_ZONE, WINDOWS],
  )
}

const WINDOWS = JSON.stringify([
  { from: '08:00', to: '12:00' },
  { from: '12:00', to: '17:00' },
])
