// Loaded with --import: kills this process, as a power cut does, at the KILL_AT-th time that it sends
// something, to the database, to the card provider or to the terminal, or as it sends the text KILL_ON. Without
// them, prints how many there were.
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

const killAt = Number(process.env.KILL_AT)
const killOn = process.env.KILL_ON
const { write } = Socket.prototype
let sent = 0

Socket.prototype.write = function (...args) {
  sent += 1
  if (sent === killAt || (killOn && String(args[0]).includes(killOn)))
    process.kill(process.pid, 'SIGKILL')
  return write.apply(this, args)
}

if (!killAt && !killOn) process.on('exit', () => writeSync(2, `sent ${sent}\n`))
