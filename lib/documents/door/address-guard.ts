import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { resolveName, type Resolve } from './resolve-name.ts'

/** Why an address must not be asked. */
type AddressRefusal = { readonly kind: 'bad-url' | 'private-address'; readonly message: string }

/** Ports of services that do something with a line they do not understand (WHATWG Fetch, 2.9, the usual ones). */
const badPorts = new Set(
  '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3306 3659 4045 4190 5060 5061 5432 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211 27017'
    .split(' ')
    .map(Number),
)

/**
 * Looks at an address before any name is resolved: only http and https, no user name, no bad port, and when the host
 * is an IP address (in whatever spelling: the URL parser has turned decimal, octal and hexadecimal into dots) one that
 * may be asked. Names are checked when they are resolved, by `guardedLookup`.
 * @returns the address, or why it must not be asked
 */
export function checkedUrl(address: string, allowedPrivateNetworks: readonly string[]): URL | AddressRefusal {
  const url = URL.parse(address)
  if (url === null) return { kind: 'bad-url', message: 'The address is not a valid URL.' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return {
      kind: 'bad-url',
      message: `Addresses with ${url.protocol} are not fetched, only http: and https:.`,
    }
  if (url.username !== '' || url.password !== '')
    return { kind: 'bad-url', message: 'Addresses with a user name or password are not fetched.' }
  if (url.port !== '' && badPorts.has(Number(url.port)))
    return { kind: 'bad-url', message: `Port ${url.port} belongs to another service and is not asked.` }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowedIp(host, allowedPrivateNetworks)) return refusalOf(host)
  return url
}

function refusalOf(host: string): AddressRefusal {
  return { kind: 'private-address', message: `The address ${host} is not a public one and is not allowed.` }
}

/** Whether an IP address is public unicast, or in one of the networks ("10.0.0.0/8") that the operator allows. */
export function isAllowedIp(address: string, allowedPrivateNetworks: readonly string[]): boolean {
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0) return false
  const parsed = version === 4 ? ipaddr.IPv4.parse(address) : ipaddr.IPv6.parse(address)
  // ::ffff:10.0.0.1 is 10.0.0.1, ::10.0.0.1 was.
  const plain =
    parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
  if (allowedPrivateNetworks.some((network) => isInside(plain, network))) return true
  if (plain instanceof ipaddr.IPv6) return isPublicIpv6(plain)
  return plain.range() === 'unicast' && !moreThanUnicast.some((network) => isInside(plain, network))
}

/**
 * Not public although ipaddr.js has no word for them: benchmarking, IETF, 6to4 relays, AS112, documentation, and the address under which
 * Azure's machines reach their host.
 */
const moreThanUnicast = [
  '168.63.129.16/32',
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
]

/**
 * Global unicast is 2000::/3 (IANA). Inside it addresses that carry an IPv4 address through a gateway (6to4 2002::/16,
 * Teredo 2001::/32) are refused whatever they carry, like everything else with a purpose of its own.
 */
function isPublicIpv6(address: ipaddr.IPv6): boolean {
  return (
    address.range() === 'unicast' &&
    isInside(address, '2000::/3') &&
    !refusedIpv6.some((network) => isInside(address, network))
  )
}

const refusedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Parsed once each: those above and those of the configuration. */
const networks = new Map<string, [ipaddr.IPv4 | ipaddr.IPv6, number]>()

function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [range, bits] = networks.get(network) ?? ipaddr.parseCIDR(network)
  networks.set(network, [range, bits])
  return address.kind() === range.kind() && address.match(range, bits)
}

/** The error of `guardedLookup`; undici hands it on as the error of the request. */
class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE'
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * A `lookup` for sockets that resolves a name and keeps only addresses that may be asked. Because the socket connects
 * to exactly what this gives, a name cannot resolve to something harmless first and to 127.0.0.1 afterwards.
 */
export function guardedLookup(allowedPrivateNetworks: readonly string[], resolve: Resolve = resolveName) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const allowed = found.filter(({ address }) => isAllowedIp(address, allowedPrivateNetworks))
      const first = allowed[0]
      if (first === undefined) {
        return callback(new PrivateAddressError(`${hostname} has no public address and is not allowed`), [])
      }
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
