import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for requests in progress to finish after the shutdown starts. */
const GRACE_MS = 2_000

/**
 * Closes connections during shutdown. Node waits for every open connection: keep-alive connections
 * wait for another request, and connections that a browser opened in advance never count as idle.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    const interval = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    const deadline = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    app.server.once('close', () => {
      clearInterval(interval)
      clearTimeout(deadline)
    })
  })
}
