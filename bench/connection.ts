import { connect, type Socket } from 'node:net'

export type HttpResponse = { status: number; head: string; body: Buffer }

/**
 * A keep-alive connection with one request in flight at a time. It parses only the HTTP that our own
 * servers use, so that the client needs little CPU time.
 */
export class Connection {
  private readonly socket: Socket
  private received: Buffer[] = []
  private size = 0
  private bodyAt = -1
  private needed = 0
  private head = ''
  private waiting: { resolve(response: HttpResponse): void; reject(error: Error): void } | undefined

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new Connection(socket)))
    })
  }

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => this.receive(chunk))
    socket.on('error', (error) => this.fail(error))
    socket.on('close', () => this.fail(new Error('the server closed the connection')))
  }

  send(request: string | Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject }
      this.socket.write(request)
    })
  }

  close(): void {
    this.socket.destroy()
  }

  private receive(chunk: Buffer): void {
    this.received.push(chunk)
    this.size += chunk.length
    if (this.bodyAt < 0 && !this.readHead()) return
    if (this.size < this.needed) return
    const body = this.allBytes().subarray(this.bodyAt, this.needed)
    const { head, waiting } = this
    this.received = []
    this.size = 0
    this.bodyAt = -1
    this.waiting = undefined
    waiting?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }

  private readHead(): boolean {
    const allBytes = this.allBytes()
    const end = allBytes.indexOf('\r\n\r\n')
    if (end < 0) return false
    this.head = allBytes.toString('latin1', 0, end)
    this.bodyAt = end + 4
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)?.[1]
    if (length === undefined && !/^HTTP\/1\.1 (204|304)/.test(this.head)) {
      this.fail(new Error(`a response without content-length: ${this.head}`))
    }
    this.needed = this.bodyAt + Number(length ?? 0)
    return true
  }

  private allBytes(): Buffer {
    if (this.received.length > 1) this.received = [Buffer.concat(this.received)]
    return this.received[0] ?? Buffer.alloc(0)
  }

  private fail(error: Error): void {
    this.waiting?.reject(error)
    this.waiting = undefined
  }
}

export function getRequest(path: string, cookie = ''): Buffer {
  const cookies = cookie === '' ? '' : `cookie: ${cookie}\r\n`
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${cookies}\r\n`)
}

export function postRequest(path: string, body: object, cookie: string): string {
  const json = JSON.stringify(body)
  const cookies = cookie === '' ? '' : `cookie: ${cookie}\r\n`
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${cookies}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
