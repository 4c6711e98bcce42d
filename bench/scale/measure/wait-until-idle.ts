import { setTimeout as delay } from 'node:timers/promises'
import type { Shop } from '../../shop.ts'

const TIMEOUT_S = 60
/** CPU time per second below which the server counts as idle. */
const IDLE_CPU_MS = 50

/** Waits for the background work that is due after a start. */
export async function waitUntilIdle({ cpuMs }: Pick<Shop, 'cpuMs'>): Promise<void> {
  for (let [idleSeconds, waited] = [0, 0]; idleSeconds < 2 && waited < TIMEOUT_S; waited++) {
    const before = await cpuMs()
    await delay(1000)
    idleSeconds = (await cpuMs()) - before < IDLE_CPU_MS ? idleSeconds + 1 : 0
  }
}
