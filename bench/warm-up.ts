const MAX_ROUNDS = 8
const STEADY_ROUNDS = 2
/** A smaller gain is noise. */
const MIN_GAIN = 0.03

/**
 * Repeats a round until its cost per operation has stopped falling, because Node compiles and optimizes
 * the code for several seconds. Limited, because on a busy machine the cost never settles.
 */
export async function warmUp(measureRound: () => Promise<number>): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY
  let steady = 0
  for (let round = 0; round < MAX_ROUNDS && steady < STEADY_ROUNDS; round++) {
    const cost = await measureRound()
    steady = cost < lowest * (1 - MIN_GAIN) ? 0 : steady + 1
    lowest = Math.min(lowest, cost)
  }
}
