import { Writable } from 'node:stream'
import { createLog } from '#server/create-log.ts'

export function recordingLog() {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, log: createLog('debug', destination) }
}
