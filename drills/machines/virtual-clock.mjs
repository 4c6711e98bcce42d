// Loaded with --import: this process sees a time that runs faster (CLOCK_FACTOR) from CLOCK_ORIGIN on, or
// that a drill changes (CLOCK_FILE has milliseconds to add). Timers keep the real time, as they do when
// the clock of a machine is set.
import { readFileSync } from 'node:fs'

const RealDate = Date
const { CLOCK_FACTOR = '1', CLOCK_ORIGIN = '0', CLOCK_FILE } = process.env
const factor = Number(CLOCK_FACTOR)
const origin = Number(CLOCK_ORIGIN)
let offset = 0

if (CLOCK_FILE) {
  const read = () => {
    offset = Number(readFileSync(CLOCK_FILE, 'utf8'))
  }
  read()
  setInterval(read, 100).unref()
}

const now = () => Math.floor(origin + (RealDate.now() - origin) * factor + offset)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
