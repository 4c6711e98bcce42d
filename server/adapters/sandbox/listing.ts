import type { ApiCall } from './api/api-call.ts'
import { ApiError, missing } from './api/api-error.ts'
import { type Params, readInteger, readList, readText } from './api/params.ts'
import type { ApiResponse, Ledger } from './ledger.ts'

/** Filters by the indexed columns. */
type Filter = { customer?: string; intent?: string; email?: string }

/** Only an intent's charge can be expanded; the shop needs nothing else. */
const withExpandedCharge = `case when c.id is null then o.data
  else jsonb_set(o.data, '{latest_charge}', c.data) end`
const chargeJoin = `left join sandbox.objects c on c.id = o.data ->> 'latest_charge'`

export async function retrieveObject(
  ledger: Ledger,
  type: string,
  call: ApiCall,
): Promise<ApiResponse> {
  const expand = expandsCharge(call.params, 'latest_charge')
  const { rows } = await ledger.query<{ body: string }>({
    name: expand ? 'sandbox_retrieve_charge' : 'sandbox_retrieve',
    text: expand
      ? `select (${withExpandedCharge})::text as body from sandbox.objects o ${chargeJoin}
         where o.id = $1 and o.type = $2`
      : 'select data::text as body from sandbox.objects where id = $1 and type = $2',
    values: [call.id, type],
  })
  const body = rows[0]?.body
  if (body === undefined) throw missing(type, call.id)
  return { status: 200, body }
}

/** Runs a change and expands the charge in its response if requested. */
export async function changeAndExpand(
  ledger: Ledger,
  type: string,
  call: ApiCall,
  change: (ledger: Ledger, call: ApiCall) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const expand = expandsCharge(call.params, 'latest_charge')
  const response = await change(ledger, call)
  return expand && response.status === 200 ? retrieveObject(ledger, type, call) : response
}

/** Lists a page of objects, newest first. */
export async function listObjects(
  ledger: Ledger,
  type: string,
  call: ApiCall,
  filter: Filter = {},
): Promise<ApiResponse> {
  const { params } = call
  const expand = expandsCharge(params, 'data.latest_charge')
  await assertCursor(ledger, 'sandbox.objects', params)
  const { limit, conditions, values } = readPage(params, 'sandbox.objects', [type])
  conditions.push('o.type = $1')
  for (const [column, value] of Object.entries(filter)) {
    if (value === undefined) continue
    values.push(value)
    conditions.push(`o.${column} = $${values.length}`)
  }
  const { rows } = await ledger.query<{ body: string }>({
    text: `select (${expand ? withExpandedCharge : 'o.data'})::text as body
           from sandbox.objects o ${expand ? chargeJoin : ''}
           where ${conditions.join(' and ')} order by o.seq desc limit ${limit + 1}`,
    values,
  })
  return pageResponse(
    call.path,
    rows.map((row) => row.body),
    limit,
  )
}

/** As Stripe does: without it, the rest of a list whose last object is gone would look empty. */
export async function assertCursor(ledger: Ledger, table: string, params: Params): Promise<void> {
  const after = readText(params, 'starting_after')
  if (!after) return
  const { rows } = await ledger.query({
    text: `select from ${table} where id = $1`,
    values: [after],
  })
  if (rows.length === 0) throw missing('object', after, 'starting_after')
}

/** Translates the list parameters into conditions on the table alias `o`. */
export function readPage(params: Params, table: string, values: unknown[]) {
  const limit = readInteger(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw new ApiError(400, { message: `Invalid limit: ${limit}`, param: 'limit' })
  }
  const conditions: string[] = []
  const after = readText(params, 'starting_after')
  if (after) {
    values.push(after)
    conditions.push(`o.seq < (select seq from ${table} where id = $${values.length})`)
  }
  const created = params.created
  if (typeof created === 'object') {
    for (const [name, sign] of Object.entries({ gt: '>', gte: '>=', lt: '<', lte: '<=' })) {
      const bound = readInteger(created, name)
      if (bound === undefined) continue
      values.push(bound)
      conditions.push(`o.created ${sign} $${values.length}`)
    }
  }
  return { limit, conditions, values }
}

export function pageResponse(url: string, bodies: string[], limit: number): ApiResponse {
  const more = bodies.length > limit
  const data = (more ? bodies.slice(0, limit) : bodies).join(',')
  const body = `{"object":"list","url":${JSON.stringify(url)},"has_more":${more},"data":[${data}]}`
  return { status: 200, body }
}

function expandsCharge(params: Params, allowed: string): boolean {
  const expand = readList(params, 'expand')
  const invalid = expand.find((path) => path !== allowed)
  if (invalid !== undefined) {
    throw new ApiError(400, {
      message: `This property cannot be expanded (${invalid}).`,
      param: 'expand',
    })
  }
  return expand.length > 0
}
