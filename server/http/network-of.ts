import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whom a limit counts: an IPv4 address, or the /64 that an IPv6 visitor is given and can wander in
 * at will. All who have hung up before they were asked count as one.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0')
  const groups = [...front, ...gap, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
