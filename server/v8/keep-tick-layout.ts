import { createHook } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps two of the objects that Node creates for `process.nextTick`, which every socket uses several
 * times per request. V8 learns how to create them once. A full collection that finds none alive makes
 * it forget, and from then on each takes six times as long, until the process ends.
 */
export function keepTickLayout(): readonly object[] {
  const hook = createHook({
    init(_id, type, _trigger, tick) {
      if (type === 'TickObject') kept.push(tick)
    },
  }).enable()
  process.nextTick(() => {})
  process.nextTick((_argument: undefined) => {}, undefined)
  hook.disable()
  return kept
}
