import { ApiError, missingParam } from './api-error.ts'

/** A form-encoded body with nested names. Has no prototype, so that no name is inherited. */
export type Params = { [name: string]: string | Params }

export function parseParams(encoded: string): Params {
  const root: Params = Object.create(null)
  if (encoded === '') return root
  for (const [name, value] of new URLSearchParams(encoded)) {
    // PostgreSQL cannot store this character in text.
    if (value.includes('\0')) throw new ApiError(400, { message: `Invalid string: ${name}` })
    const open = name.indexOf('[')
    if (open < 1) root[name] = value
    else setNested(root, name, open, value)
  }
  return root
}

function setNested(root: Params, name: string, open: number, value: string) {
  const path = [
    name.slice(0, open),
    ...name
      .slice(open + 1)
      .replace(/\]$/, '')
      .split(']['),
  ]
  let node = root
  for (const part of path.slice(0, -1)) {
    const next = node[part]
    if (typeof next === 'object') node = next
    else node = node[part] = Object.create(null) as Params
  }
  const last = path.at(-1) ?? ''
  node[last === '' ? String(Object.keys(node).length) : last] = value
}

/** Rejects unknown parameters, as Stripe does, so that typing errors are found. */
export function allowOnly(params: Params, names: readonly string[]) {
  for (const name in params) {
    if (names.includes(name) || name === 'expand') continue
    throw new ApiError(400, {
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${name}`,
      param: name,
    })
  }
}

/** Returns a parameter's text; undefined if it is absent, null if it is empty, which unsets it. */
export function readText(params: Params, name: string): string | null | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') {
    throw new ApiError(400, { message: `Invalid string: ${name}`, param: name })
  }
  return value === '' ? null : value
}

export function requiredText(params: Params, name: string): string {
  const value = readText(params, name)
  if (!value) throw missingParam(name)
  return value
}

export function readInteger(params: Params, name: string): number | undefined {
  const value = readText(params, name)
  if (value === undefined || value === null) return undefined
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new ApiError(400, {
      code: 'parameter_invalid_integer',
      message: `Invalid integer: ${value}`,
      param: name,
    })
  }
  return Number(value)
}

export function readBoolean(params: Params, name: string): boolean | undefined {
  const value = readText(params, name)
  if (value === undefined || value === null) return undefined
  if (value !== 'true' && value !== 'false') {
    throw new ApiError(400, { message: `Invalid boolean: ${value}`, param: name })
  }
  return value === 'true'
}

/** Returns the amount in cents, within Stripe's limits for US dollars. */
export function readAmount(params: Params): number | undefined {
  const amount = readInteger(params, 'amount')
  if (amount === undefined) return undefined
  if (amount < 50) {
    const code = amount < 1 ? 'parameter_invalid_integer' : 'amount_too_small'
    const message =
      amount < 1
        ? 'This value must be greater than or equal to 1.'
        : 'Amount must be at least $0.50 usd'
    throw new ApiError(400, { code, message, param: 'amount' })
  }
  if (amount > 99_999_999) {
    const message = 'Amount must be no more than $999,999.99'
    throw new ApiError(400, { code: 'amount_too_large', message, param: 'amount' })
  }
  return amount
}

/** Merges metadata as Stripe does: given keys are set, an empty value removes its key. */
export function mergeMetadata(before: Record<string, string>, params: Params) {
  const change = params.metadata
  if (change === undefined) return before
  if (typeof change === 'string') return {}
  const merged = { ...before }
  for (const name of Object.keys(change)) {
    const value = change[name]
    if (typeof value !== 'string') throw new ApiError(400, { message: 'Invalid metadata' })
    if (value === '') delete merged[name]
    else merged[name] = value
  }
  return merged
}

export function readList(params: Params, name: string): string[] {
  const value = params[name]
  if (value === undefined) return []
  return typeof value === 'string'
    ? [value]
    : Object.values(value).filter((item) => typeof item === 'string')
}
