import { Column, DrizzleQueryError, is, Param, Placeholder, SQL } from 'drizzle-orm'
import type { Pool, QueryArrayConfig, QueryConfig } from 'pg'

/** Private fields of Drizzle's prepared query. */
export type Prepared = {
  params: unknown[]
  /** Undefined if the query returns no rows. */
  fields: { path: string[]; field: unknown }[] | undefined
  queryConfig: QueryArrayConfig
  rawQueryConfig: QueryConfig
}

export type Values = Readonly<Record<string, unknown>>
export type Runner = (client: Pick<Pool, 'query'>, values: Values) => Promise<unknown>

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/**
 * Runs a prepared query like Drizzle does, but looks up encoders and decoders once instead of on
 * every call. Returns undefined for nested rows, such as those of joins; Drizzle runs these.
 */
export function compileRunner({
  params,
  fields,
  queryConfig,
  rawQueryConfig,
}: Prepared): Runner | undefined {
  const readers = params.map(toParamReader)
  if (!fields) {
    return async (client, values) => send(client, rawQueryConfig, toValues(readers, values))
  }
  if (fields.some(({ path }) => path.length !== 1)) return undefined

  const columns = fields.map(({ path: [name = ''], field }) => ({
    name,
    decoder: getDecoder(field),
  }))
  return async (client, values) => {
    const { rows } = await send(client, queryConfig, toValues(readers, values))
    return (rows as unknown[][]).map((cells) => {
      const row: Record<string, unknown> = {}
      columns.forEach(({ name, decoder }, index) => {
        const cell = cells[index]
        row[name] = cell === null ? null : decoder.mapFromDriverValue(cell)
      })
      return row
    })
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
