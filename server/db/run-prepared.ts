import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder, SQL } from 'drizzle-orm'
import type { Pool, QueryArrayConfig, QueryConfig } from 'pg'

type Field = { path: string[]; field: unknown }

/** Private fields of Drizzle's prepared query. */
export type Prepared = {
  params: unknown[]
  /** Undefined if the query returns no rows. */
  fields: Field[] | undefined
  /** Of a query with joins: whether each table always has a row. */
  joinsNotNullableMap?: Record<string, boolean>
  queryConfig: QueryArrayConfig
  rawQueryConfig: QueryConfig
}

export type Values = Readonly<Record<string, unknown>>
export type Runner = (client: Pick<Pool, 'query'>, values: Values) => Promise<unknown>

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Runs a prepared query like Drizzle does, but looks up encoders and decoders once instead of on
 * every call. Returns undefined for rows that `compileRow` cannot read; Drizzle runs these.
 */
export function compileRunner(prepared: Prepared): Runner | undefined {
  const { params, fields, queryConfig, rawQueryConfig } = prepared
  const readers = params.map(toParamReader)
  if (!fields) {
    return (client, values) => send(client, rawQueryConfig, toValues(readers, values))
  }
  const readRow = compileRow(fields, prepared.joinsNotNullableMap)
  if (!readRow) return undefined
  return async (client, values) => {
    const { rows } = await send(client, queryConfig, toValues(readers, values))
    return (rows as unknown[][]).map(readRow)
  }
}

type Row = Record<string, unknown>
type ReadCell = (row: Row, cell: unknown) => void

/** Reads flat rows, and rows with an object of columns per joined table. */
function compileRow(
  fields: Field[],
  joinsNotNullableMap: Prepared['joinsNotNullableMap'],
): ((cells: unknown[]) => Row) | undefined {
  const tables = new Map<string, string>()
  const readers: ReadCell[] = []
  for (const { path, field } of fields) {
    const [name = '', column] = path
    const decoder = getDecoder(field)
    const decode = (cell: unknown) => (cell === null ? null : decoder.mapFromDriverValue(cell))
    if (column === undefined) {
      readers.push((row, cell) => {
        row[name] = decode(cell)
      })
      continue
    }
    if (path.length > 2 || !is(field, Column)) return undefined
    const table = getTableName(field.table)
    const known = tables.get(name)
    if (known !== undefined && known !== table) return undefined
    const isFirst = known === undefined
    tables.set(name, table)
    // As in Drizzle, a joined table without a row is null. Its first column tells.
    const canBeMissing = joinsNotNullableMap?.[table] === false
    readers.push((row, cell) => {
      if (isFirst) row[name] = cell === null && canBeMissing ? null : {}
      const joined = row[name] as Row | null
      if (joined) joined[column] = decode(cell)
    })
  }
  return (cells) => {
    const row: Row = {}
    for (let index = 0; index < readers.length; index++) {
      ;(readers[index] as ReadCell)(row, cells[index])
    }
    return row
  }
}

type ParamReader = (values: Values) => unknown

function toParamReader(param: unknown): ParamReader {
  if (is(param, Placeholder)) return (values) => requireValue(values, param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder } = param
  const { name } = param.value
  return (values) => {
    const value = requireValue(values, name)
    return value === null ? null : encoder.mapToDriverValue(value)
  }
}

/** Throws for a missing value, which would be sent as null. */
function requireValue(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`missing value for '${name}'`)
  return value
}

const toValues = (readers: ParamReader[], values: Values) => readers.map((read) => read(values))

function getDecoder(field: unknown): Decoder {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : (field as SQL.Aliased).sql
  return (expression as unknown as { decoder: Decoder }).decoder
}

/** Throws the same error type as Drizzle. */
async function send(client: Pick<Pool, 'query'>, config: QueryConfig, values: unknown[]) {
  try {
    return await client.query(config, values)
  } catch (error) {
    throw new DrizzleQueryError(config.text, values, error instanceof Error ? error : undefined)
  }
}
