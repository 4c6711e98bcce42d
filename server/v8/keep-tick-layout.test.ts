import { expect, test } from 'vitest'
import { keepTickLayout } from './keep-tick-layout.ts'

test('one tick without and one with an argument are kept, and later ones are not', async () => {
  const kept = keepTickLayout()
  await new Promise<void>((resolve) => process.nextTick(resolve))

  const ticks = kept as { callback: unknown; args: unknown }[]
  expect(ticks.map(({ args }) => args)).toEqual([undefined, [undefined]])
  expect(ticks.every(({ callback }) => typeof callback === 'function')).toBe(true)
})
