import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'

/** Longer answers arrive in several parts. */
const BUFFER_SIZE = 32 * 1024

/**
 * A socket that reads all answers into one buffer and passes on copies. Node's own allocates 64 kB
 * for each read and shrinks it afterwards, which takes longer than reading.
 */
export function createAnswerSocket(): Socket {
  const onread: OnReadOpts = {
    buffer: Buffer.allocUnsafeSlow(BUFFER_SIZE),
    callback: (size, buffer) =>
      socket.emit('data', Buffer.from((buffer as Buffer).subarray(0, size))),
  }
  const socket = new Socket({ onread } as SocketConstructorOpts)
  return socket
}
