// Loaded with --import: kills this process, as a power cut does, at the KILL_AT-th time that it sends
// something, to the database, to the card provider or to the terminal. Without it, prints how many there were.
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

const killAt = Number(process.env.KILL_AT)
const { write } = Socket.prototype
let sent = 0

Socket.prototype.write = function (...args) {
  sent += 1
  if (sent === killAt) process.kill(process.pid, 'SIGKILL')
  return write.apply(this, args)
}

if (!killAt) process.on('exit', () => writeSync(2, `sent ${sent}\n`))
