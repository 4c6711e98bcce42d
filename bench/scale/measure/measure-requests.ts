import { once } from 'node:events'
import { get } from 'node:http'
import { Client } from 'pg'
import { fillPath } from '#contract/fill-path.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { apiPaths } from '#contract/paths.ts'
import { Connection, getRequest } from '../../connection.ts'
import { signIn } from '../../sign-in.ts'
import { percentile } from '../../statistics.ts'
import type { Latency, LatencyPair } from '../result.ts'

export type OpenShop = { port: number; databaseUrl: string }

type Staff = { port: number; cookie: string; connection: Connection; database: Client }

/** Paths that are requested one after the other, and measured as one. */
type Request = { name: string; isList?: boolean; paths: (staff: Staff) => Promise<string[]> }

const ROUNDS = 15

const page = (path: string, query = '') => `${path}?limit=50${query && `&${query}`}`

const lists: [name: string, path: string][] = [
  ['orders, newest first', page(apiPaths.adminOrders)],
  ['orders by delivery date', page(apiPaths.adminOrders, 'sort=delivery')],
  ['completed orders', page(apiPaths.adminOrders, 'status=completed')],
  ['orders to be scheduled', page(apiPaths.adminOrders, 'attention=unscheduled')],
  ['customers, newest first', page(apiPaths.adminCustomers)],
  ['customers by name', page(apiPaths.adminCustomers, 'sort=name')],
  ['subscriptions, newest first', page(apiPaths.adminSubscriptions)],
  ['subscriptions by next delivery', page(apiPaths.adminSubscriptions, 'sort=next')],
  ['stops by date', page(apiPaths.adminSchedules, 'sort=date-desc')],
  ['trucks', page(apiPaths.adminTrucks)],
]

const requests: Request[] = [
  ...lists.flatMap(([name, path]): Request[] => [
    { name: `${name}, first page`, isList: true, paths: async () => [path] },
    {
      name: `${name}, tenth page`,
      isList: true,
      paths: async (staff) => [await tenth(staff, path)],
    },
  ]),
  ...[apiPaths.adminOrders, apiPaths.adminCustomers, apiPaths.adminSubscriptions].flatMap(
    (path): Request[] => {
      const name = path.split('/').at(-1)
      const search = (q: string) => [page(path, `q=${encodeURIComponent(q)}`)]
      return [
        {
          name: `search in ${name} by name`,
          paths: async (staff) => search(await buyerName(staff)),
        },
        { name: `search in ${name}, no match`, paths: async () => search('Zzyzx Qwfp') },
      ]
    },
  ),
  {
    name: 'search by order number',
    paths: async (staff) => [
      page(apiPaths.adminOrders, `q=${formatOrderNumber(await order(staff))}`),
    ],
  },
  {
    name: 'dashboard, all its requests',
    paths: async () => [
      apiPaths.adminInsights,
      `${apiPaths.adminCustomers}?limit=1`,
      `${apiPaths.adminOrders}?limit=1`,
      `${apiPaths.adminTrucks}?status=available&limit=1`,
      `${apiPaths.adminSchedules}?status=pending&limit=1`,
    ],
  },
  {
    name: 'an order',
    paths: async (staff) => [fillPath(apiPaths.adminOrder, { id: await order(staff) })],
  },
  {
    name: 'a customer',
    paths: async (staff) => [fillPath(apiPaths.adminCustomer, { id: await customer(staff) })],
  },
]

/** Requests in turn on both databases, so that other load on the machine affects both. */
export async function measureRequests(
  small: OpenShop,
  large: OpenShop,
  onStep: (name: string) => void,
): Promise<LatencyPair[]> {
  const both = { small: await open(small), large: await open(large) }
  try {
    const pairs: LatencyPair[] = []
    for (const { name, isList = false, paths } of requests) {
      onStep(name)
      const callSmall = sender(both.small, await paths(both.small))
      const callLarge = sender(both.large, await paths(both.large))
      pairs.push({ name, isList, ...(await measurePair(callSmall, callLarge)) })
    }
    onStep('start of an export')
    const [callSmall, callLarge] = [exporter(both.small), exporter(both.large)]
    pairs.push({
      name: 'start of an export',
      isList: false,
      ...(await measurePair(callSmall, callLarge)),
    })
    return pairs
  } finally {
    for (const { connection, database } of Object.values(both)) {
      connection.close()
      await database.end()
    }
  }
}

async function measurePair(small: () => Promise<number>, large: () => Promise<number>) {
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  // The first round prepares statements and fills the database's cache.
  for (let round = 0; round <= ROUNDS; round++) {
    const [smallTime, largeTime] = [await small(), await large()]
    if (round === 0) continue
    times.small.push(smallTime)
    times.large.push(largeTime)
  }
  return { small: toLatency(times.small), large: toLatency(times.large) }
}

function toLatency(times: number[]): Latency {
  const sorted = times.toSorted((left, right) => left - right)
  const [fastest = Number.NaN] = sorted
  return { fastest, p50: percentile(sorted, 0.5), slowest: sorted.at(-1) ?? Number.NaN }
}

async function open({ port, databaseUrl }: OpenShop): Promise<Staff> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  const cookie = await signIn(port)
  return { port, cookie, connection: await Connection.open(port), database }
}

/** A new transaction id invalidates responses that are cached until the next commit. */
const dropCache = ({ database }: Staff) => database.query('select pg_current_xact_id()')

function sender(staff: Staff, paths: string[]): () => Promise<number> {
  const prepared = paths.map((path) => getRequest(path, staff.cookie))
  return async () => {
    await dropCache(staff)
    const startedAt = performance.now()
    for (const [index, request] of prepared.entries()) {
      const { status } = await staff.connection.send(request)
      if (status !== 200) throw new Error(`${paths[index]}: HTTP ${status}`)
    }
    return performance.now() - startedAt
  }
}

/** Until the first rows of the file arrive; the rest is not read. */
function exporter(staff: Staff): () => Promise<number> {
  const { port, cookie } = staff
  return async () => {
    await dropCache(staff)
    const startedAt = performance.now()
    const request = get({
      ...{ port, host: '127.0.0.1', path: apiPaths.adminOrdersCsv, headers: { cookie } },
    })
    const [response] = await once(request, 'response')
    await once(response, 'data')
    const elapsed = performance.now() - startedAt
    request.destroy()
    return elapsed
  }
}

async function read<Row>(staff: Staff, path: string) {
  const { status, head, body } = await staff.connection.send(getRequest(path, staff.cookie))
  if (status !== 200) throw new Error(`${path}: HTTP ${status}`)
  return { rows: JSON.parse(body.toString()) as Row[], next: /<([^>]+)>/.exec(head)?.[1] }
}

/** The last page, if there are fewer. */
async function tenth(staff: Staff, path: string): Promise<string> {
  let at = path
  for (let number = 1; number < 10; number++) at = (await read(staff, at)).next ?? at
  return at
}

type ListedOrder = { id: string; customerName: string; customerId: string }

const lastOrder = async (staff: Staff) =>
  (await read<ListedOrder>(staff, page(apiPaths.adminOrders))).rows.at(-1)
const order = async (staff: Staff) => (await lastOrder(staff))?.id ?? ''
const buyerName = async (staff: Staff) => (await lastOrder(staff))?.customerName ?? ''
const customer = async (staff: Staff) =>
  (await read<ListedOrder>(staff, page(apiPaths.adminCustomers))).rows.at(-1)?.id ?? ''
