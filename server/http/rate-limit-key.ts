import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns what a rate limit counts: an IPv4 address, or the /64 network within which an IPv6 client
 * can change its address at will. Clients without a known IP address share one key.
 */
export function rateLimitKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  const [withoutZone = ''] = ip.split('%')
  if (!isIPv6(withoutZone)) return ip
  const [head = '', tail] = withoutZone.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0')
  const groups = [...front, ...gap, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
