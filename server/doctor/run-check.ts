import { type Check, type CheckResult, fail, NotCheckedError, warn } from './check.ts'

export type NamedResult = { name: string } & CheckResult

const LIMIT_MS = 10_000

/** Runs one check. Never rejects and always ends: an error or no answer in time is a failed check. */
export async function runCheck({ name, limitMs = LIMIT_MS, run }: Check): Promise<NamedResult> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<CheckResult>((resolve) => {
    const message = `No answer within ${limitMs / 1000} seconds.`
    timer = setTimeout(() => resolve(fail(message)), limitMs)
  })
  const result = Promise.resolve().then(run).catch(toResult)
  try {
    return { name, ...(await Promise.race([result, limit])) }
  } finally {
    clearTimeout(timer)
  }
}

function toResult(error: unknown): CheckResult {
  if (error instanceof NotCheckedError) return warn(`Not checked: ${error.message}`)
  return fail(describeError(error))
}

/** One line, without keys and passwords. */
export function describeError(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] }
  // A connection that fails on every address of a host has its messages in a list.
  const text = message || (errors?.length ? describeError(errors[0]) : '') || code || String(error)
  return text
    .replace(/\b[rsp]k_[\w*]+/g, '[key]')
    .replace(/:\/\/[^@/\s]*@/g, '://')
    .replace(/\s+/g, ' ')
    .trim()
}
