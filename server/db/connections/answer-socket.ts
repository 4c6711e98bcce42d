import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'

/** Longer answers arrive in several parts. */
const BUFFER_SIZE = 32 * 1024

type Reader = {
  /** Reads the bytes, or returns false to pass them on as usual. */
  read(bytes: Buffer, size: number): boolean
  wasPassedOn(bytes: Buffer, size: number): void
}

const passOn: Reader = { read: () => false, wasPassedOn: () => {} }

/**
 * A socket that reads all answers into one buffer, and passes on copies of those that its reader does
 * not read there. Node's own allocates 64 kB for each read and shrinks it afterwards, which takes
 * longer than reading.
 */
export function createAnswerSocket(reader = passOn): Socket {
  const onread: OnReadOpts = {
    buffer: Buffer.allocUnsafeSlow(BUFFER_SIZE),
    callback: (size, buffer) => {
      const bytes = buffer as Buffer
      if (reader.read(bytes, size)) return true
      const hasListener = socket.emit('data', Buffer.from(bytes.subarray(0, size)))
      reader.wasPassedOn(bytes, size)
      return hasListener
    },
  }
  const socket = new Socket({ onread } as SocketConstructorOpts)
  return socket
}
