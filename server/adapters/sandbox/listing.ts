import { ApiError, missing } from './api-error.ts'
import type { Call } from './call.ts'
import type { Answer, Ledger } from './ledger.ts'
import { integerOf, listOf, type Params, textOf } from './params.ts'

/** Which objects: by the columns that may be looked up by. */
type Filter = { customer?: string; intent?: string; email?: string }

/** Only a charge can be unfolded inside its intent; nobody asks for more. */
const unfolded = `case when c.id is null then o.data
  else jsonb_set(o.data, '{latest_charge}', c.data) end`
const withCharge = `left join sandbox.objects c on c.id = o.data ->> 'latest_charge'`

export async function retrieveObject(ledger: Ledger, type: string, call: Call): Promise<Answer> {
  const expand = wantsCharge(call.params, 'latest_charge')
  const { rows } = await ledger.query<{ body: string }>({
    name: expand ? 'sandbox_retrieve_charge' : 'sandbox_retrieve',
    text: expand
      ? `select (${unfolded})::text as body from sandbox.objects o ${withCharge}
         where o.id = $1 and o.type = $2`
      : 'select data::text as body from sandbox.objects where id = $1 and type = $2',
    values: [call.id, type],
  })
  const body = rows[0]?.body
  if (body === undefined) throw missing(type, call.id)
  return { status: 200, body }
}

/** For a change whose answer is wanted with its charge unfolded. */
export async function changeAndShow(
  ledger: Ledger,
  type: string,
  call: Call,
  change: (ledger: Ledger, call: Call) => Promise<Answer>,
): Promise<Answer> {
  const expand = wantsCharge(call.params, 'latest_charge')
  const answer = await change(ledger, call)
  return expand && answer.status === 200 ? retrieveObject(ledger, type, call) : answer
}

/** A page of objects, newest first. */
export async function listObjects(
  ledger: Ledger,
  type: string,
  call: Call,
  filter: Filter = {},
): Promise<Answer> {
  const { params } = call
  const expand = wantsCharge(params, 'data.latest_charge')
  const { limit, conditions, values } = pageOf(params, 'sandbox.objects', [type])
  conditions.push('o.type = $1')
  for (const [column, value] of Object.entries(filter)) {
    if (value === undefined) continue
    values.push(value)
    conditions.push(`o.${column} = $${values.length}`)
  }
  const { rows } = await ledger.query<{ body: string }>({
    text: `select (${expand ? unfolded : 'o.data'})::text as body
           from sandbox.objects o ${expand ? withCharge : ''}
           where ${conditions.join(' and ')} order by o.seq desc limit ${limit + 1}`,
    values,
  })
  return pageAnswer(
    call.path,
    rows.map((row) => row.body),
    limit,
  )
}

/** The part of a list that was asked for, as conditions on a table called `o`. */
export function pageOf(params: Params, table: string, values: unknown[]) {
  const limit = integerOf(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw new ApiError(400, { message: `Invalid limit: ${limit}`, param: 'limit' })
  }
  const conditions: string[] = []
  const after = textOf(params, 'starting_after')
  if (after) {
    values.push(after)
    conditions.push(`o.seq < (select seq from ${table} where id = $${values.length})`)
  }
  const created = params.created
  if (typeof created === 'object') {
    for (const [name, sign] of Object.entries({ gt: '>', gte: '>=', lt: '<', lte: '<=' })) {
      const bound = integerOf(created, name)
      if (bound === undefined) continue
      values.push(bound)
      conditions.push(`o.created ${sign} $${values.length}`)
    }
  }
  return { limit, conditions, values }
}

export function pageAnswer(url: string, bodies: string[], limit: number): Answer {
  const more = bodies.length > limit
  const data = (more ? bodies.slice(0, limit) : bodies).join(',')
  const body = `{"object":"list","url":${JSON.stringify(url)},"has_more":${more},"data":[${data}]}`
  return { status: 200, body }
}

function wantsCharge(params: Params, allowed: string): boolean {
  const expand = listOf(params, 'expand')
  const odd = expand.find((path) => path !== allowed)
  if (odd !== undefined) {
    throw new ApiError(400, {
      message: `This property cannot be expanded (${odd}).`,
      param: 'expand',
    })
  }
  return expand.length > 0
}
