import ipaddr from 'ipaddr.js'

/**
 * The address that a request came from, or null. The web server (lib/web/web-server.ts) has put the one address into
 * x-forwarded-for that can be relied on, whatever the client wrote there.
 */
export function clientAddress(headers: Headers): string | null {
  const address = headers.get('x-forwarded-for')?.trim() ?? ''
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
}

/** The address by which attempts are counted: an IPv4 address; of IPv6 its network of 64 bits, as one household has all of it. */
export function addressGroup(headers: Headers): string {
  const address = clientAddress(headers)
  if (address === null) return 'unknown'
  const parsed = ipaddr.parse(address)
  if (!(parsed instanceof ipaddr.IPv6)) return address
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
