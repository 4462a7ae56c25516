import { BlockList, isIP } from 'node:net'

/** Networks and addresses of the proxies in front of the web server, e.g. "10.0.0.0/8" or "192.0.2.7". */
export function trustedProxies(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/**
 * The address that a request came from. X-Forwarded-For is written by whoever passes the request on, so it is read from its end, and
 * only as long as the one who wrote that part is a proxy of ours: its first address is whatever the client claims.
 */
export function peerAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  const hops = (forwardedFor ?? '').split(',').map(plainAddress)
  let address = plainAddress(socketAddress) ?? socketAddress
  while (isTrusted(address, trusted)) {
    const before = hops.pop()
    if (before === undefined || before === null) break
    address = before
  }
  return address
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An address without port, brackets, zone and the IPv6 form of IPv4; null when it is none. */
function plainAddress(text: string): string | null {
  const trimmed = text.trim()
  const inner = /^\[(.+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  const address = inner.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Headers by which a proxy shows itself. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

/** Whether a request comes from this machine, and no proxy says that it passed it on for somebody else. */
export function isFromThisMachine(
  socketAddress: string,
  headers: Readonly<Record<string, unknown>>,
): boolean {
  const address = plainAddress(socketAddress)
  if (address === null || proxyHeaders.some((name) => headers[name] !== undefined)) return false
  return address === '::1' || address.startsWith('127.')
}
