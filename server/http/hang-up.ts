import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What is being answered when the stop begins may take this long. */
const GRACE_MS = 2_000

/**
 * A server that stops waits for every connection. Those in use would be kept for their next request,
 * and those that a browser opens ahead and says nothing on are never idle: both would hold up a stop
 * until it is forced.
 */
export function hangUpOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    const turn = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    const end = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    app.server.once('close', () => {
      clearInterval(turn)
      clearTimeout(end)
    })
  })
}
