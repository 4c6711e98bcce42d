import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpSwitch = {
  port: number
  /** Ends all connections and leads new ones to this port; without one they are rejected. */
  switchTo(port: number | undefined): void
  close(): void
}

/** An address in front of two databases, as a proxy or a moved IP address is one. */
export async function openSwitch(target: number | undefined): Promise<TcpSwitch> {
  let current = target
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    if (current === undefined) return incoming.destroy()
    const outgoing = connect(current, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    switchTo(port) {
      current = port
      endAll()
    },
    close() {
      server.close()
      endAll()
    },
  }
}
