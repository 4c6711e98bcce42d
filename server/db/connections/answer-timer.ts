/**
 * Closes a connection that does not answer in time. One timer serves all statements of the connection;
 * pg starts one for each.
 */
export class AnswerTimer {
  private unanswered = 0
  private waitingSince = 0
  private timer: NodeJS.Timeout | undefined
  private readonly limitMs: number
  private readonly close: () => void

  constructor(limitMs: number, close: () => void) {
    this.limitMs = limitMs
    this.close = close
  }

  sent(): void {
    if (this.unanswered === 0) this.waitingSince = performance.now()
    this.unanswered += 1
    this.timer ??= setTimeout(() => this.check(), this.limitMs).unref()
  }

  answered(): void {
    this.unanswered -= 1
    if (this.unanswered > 0) this.waitingSince = performance.now()
  }

  private check(): void {
    this.timer = undefined
    if (this.unanswered === 0) return
    const leftMs = this.waitingSince + this.limitMs - performance.now()
    if (leftMs <= 0) this.close()
    else this.timer = setTimeout(() => this.check(), leftMs).unref()
  }
}
