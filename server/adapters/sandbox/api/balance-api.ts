import type { Pool } from 'pg'
import { updateBalance } from '../balance/balance.ts'
import type { ApiResponse, Ledger } from '../ledger.ts'
import { assertCursor, listObjects, pageResponse, readPage, retrieveObject } from '../listing.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { ApiError, missing } from './api-error.ts'
import { allowOnly, type Params, readList, readText } from './params.ts'

type Row = {
  id: string
  created: number
  available_on: number
  type: string
  category: string
  amount: number
  fee: number
  source: string | null
  description: string | null
  expanded: object | null
}

const columns = `o.id, o.created::float8 as created, o.available_on::float8 as available_on, o.type,
  o.category, o.amount::float8 as amount, o.fee::float8 as fee, o.source, o.description`

/** The balance is updated when a list is read from its start; later pages follow it. */
export function balanceRoutes(ledger: Ledger, pool: Pool): Routes {
  const current =
    (handle: (call: ApiCall) => Promise<ApiResponse>) =>
    async (call: ApiCall): Promise<ApiResponse> => {
      if (call.params.starting_after === undefined) await updateBalance(pool, ledger)
      return handle(call)
    }
  return {
    'GET balance': current(() => readBalance(ledger)),
    'GET balance_transactions': current((call) => listTransactions(ledger, call)),
    'GET balance_transactions/:id': current((call) => retrieveTransaction(ledger, call)),
    'GET payouts': current((call) => {
      allowOnly(call.params, ['created', 'limit', 'starting_after'])
      return listObjects(ledger, 'payout', call)
    }),
    'GET payouts/:id': current((call) => retrieveObject(ledger, 'payout', call)),
  }
}

async function listTransactions(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params, path } = call
  const filters = ['payout', 'source', 'type'] as const
  allowOnly(params, [...filters, 'created', 'currency', 'limit', 'starting_after'])
  const expands = expandsSource(params, 'data.source')
  await assertCursor(ledger, 'sandbox.balance_transactions', params)
  const { starting_after: after, ...others } = params
  const { limit, conditions, values } = readPage(others, '', [])
  if (typeof after === 'string') {
    values.push(after)
    conditions.push(`(o.created, o.seq) < (select created, seq from sandbox.balance_transactions
      where id = $${values.length})`)
  }
  for (const name of filters) {
    const value = readText(params, name)
    if (!value) continue
    values.push(value)
    conditions.push(`o.${name} = $${values.length}`)
  }
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const { rows } = await ledger.query<Row>({
    text: `select ${columns}, ${expands ? 's.data' : 'null'} as expanded
           from sandbox.balance_transactions o
           ${expands ? 'left join sandbox.objects s on s.id = o.source' : ''}
           ${where} order by o.created desc, o.seq desc limit ${limit + 1}`,
    values,
  })
  const bodies = rows.map((row) => JSON.stringify(toTransaction(row, ledger.seconds())))
  return pageResponse(path, bodies, limit)
}

async function retrieveTransaction(ledger: Ledger, { id, params }: ApiCall): Promise<ApiResponse> {
  const expands = expandsSource(params, 'source')
  const { rows } = await ledger.query<Row>({
    text: `select ${columns}, s.data as expanded from sandbox.balance_transactions o
           left join sandbox.objects s on s.id = o.source where o.id = $1`,
    values: [id],
  })
  const row = rows[0]
  if (!row) throw missing('balance_transaction', id)
  const found = expands ? row : { ...row, expanded: null }
  return { status: 200, body: JSON.stringify(toTransaction(found, ledger.seconds())) }
}

const toTransaction = (row: Row, now: number) => ({
  id: row.id,
  object: 'balance_transaction',
  amount: row.amount,
  available_on: row.available_on,
  balance_type: 'payments',
  created: row.created,
  currency: 'usd',
  description: row.description,
  exchange_rate: null,
  fee: row.fee,
  fee_details:
    row.fee === 0
      ? []
      : [
          {
            amount: row.fee,
            application: null,
            currency: 'usd',
            description: row.category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ],
  net: row.amount - row.fee,
  reporting_category: row.category,
  source: row.expanded ?? row.source,
  status: row.available_on <= now ? 'available' : 'pending',
  type: row.type,
})

async function readBalance(ledger: Ledger): Promise<ApiResponse> {
  const net = (sign: string) =>
    `coalesce(sum(amount - fee) filter (where available_on ${sign} $1), 0)::float8`
  const { rows } = await ledger.query<{ available: number; pending: number }>({
    text: `select ${net('<=')} as available, ${net('>')} as pending
           from sandbox.balance_transactions where category <> 'payout'`,
    values: [ledger.seconds()],
  })
  // A payout leaves the available balance at once.
  const { rows: paidOut } = await ledger.query<{ cents: number }>({
    text: `select coalesce(sum(amount), 0)::float8 as cents from sandbox.balance_transactions
           where category = 'payout'`,
  })
  const funds = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
  const body = {
    object: 'balance',
    available: funds((rows[0]?.available ?? 0) + (paidOut[0]?.cents ?? 0)),
    connect_reserved: [],
    livemode: false,
    pending: funds(rows[0]?.pending ?? 0),
  }
  return { status: 200, body: JSON.stringify(body) }
}

function expandsSource(params: Params, allowed: string): boolean {
  const expand = readList(params, 'expand')
  const invalid = expand.find((path) => path !== allowed)
  if (invalid === undefined) return expand.length > 0
  const message = `This property cannot be expanded (${invalid}).`
  throw new ApiError(400, { message, param: 'expand' })
}
