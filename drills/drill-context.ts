/** Context that every drill receives. */
export type DrillContext = {
  /** Removed at the end. */
  folder: string
  minutes: number
  /** Runs when the drill ends, however it ends; the last one first. */
  onEnd(close: () => unknown): void
}
