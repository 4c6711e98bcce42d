import { isIP } from 'node:net'
import { type ConnectionOptions, connect } from 'node:tls'
import type { Clock } from '#server/runtime.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'
import { describeError } from '../run-check.ts'

const DAY_MS = 86_400_000
/** Let's Encrypt renews 30 days before the end; at two weeks a renewal has failed. */
const SOON_DAYS = 14
const TIMEOUT_MS = 8_000

type Certificate = { isTrusted: boolean; reason: string; validTo: Date }

/** Checks the certificate that browsers get at PUBLIC_URL. */
export async function checkCertificate(
  publicUrl: string,
  clock: Clock,
  options: ConnectionOptions = {},
): Promise<CheckResult> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return ok(`${publicUrl} has no TLS, which is for development only.`)
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), ...options }
  const read = await readCertificate(target).catch(describeError)
  if (typeof read === 'string') {
    return warn(`We couldn't reach ${publicUrl} from this machine: ${read}`)
  }
  const days = Math.floor((read.validTo.getTime() - clock.now().getTime()) / DAY_MS)
  if (days < 0) return fail(`The certificate of ${publicUrl} has expired.`)
  if (!read.isTrusted) {
    return fail(`Browsers don't trust the certificate of ${publicUrl}: ${read.reason}`)
  }
  const message = `The certificate of ${publicUrl} is valid for ${days} more days`
  return days < SOON_DAYS ? warn(`${message}. Renew it.`) : ok(`${message}.`)
}

function readCertificate(options: ConnectionOptions): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // Not rejected here, so that an expired certificate can be distinguished from a dead server.
    const { host = '' } = options
    // An IP address has no name to ask for.
    const name = isIP(host) ? {} : { servername: host }
    const socket = connect({ ...name, ...options, rejectUnauthorized: false })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      const reason = describeError(socket.authorizationError ?? '')
      resolve({ isTrusted: socket.authorized, reason, validTo: new Date(valid_to) })
      socket.destroy()
    })
  })
}
