import { expect, test } from 'vitest'
import { isTransientError } from './transient-error.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test('transient errors are distinguished from errors of the statement', () => {
  const transient = ['40P01', '40001', '55P03', '57014', '57P01', '53300', '08006', 'ECONNRESET']
  expect(transient.filter((code) => !isTransientError(withCode(code)))).toEqual([])
  const lasting = ['23505', '22003', '42703', 'P0001', 'XX000']
  expect(lasting.filter((code) => isTransientError(withCode(code)))).toEqual([])
})

test('the cause decides, and the time limits of the driver have no code', () => {
  const query = new Error('Failed query', { cause: withCode('40P01') })
  expect(isTransientError(query)).toBe(true)
  expect(isTransientError(new Error('timeout exceeded when trying to connect'))).toBe(true)
  expect(isTransientError(new Error('Query read timeout'))).toBe(true)
  const second = new Error('Client has encountered a connection error and is not queryable')
  expect(isTransientError(new Error('Failed query', { cause: second }))).toBe(true)
  expect(isTransientError(new TypeError('x is undefined'))).toBe(false)
  expect(isTransientError('text')).toBe(false)
})
