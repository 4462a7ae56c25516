import { readFileSync, statSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

type HostAddress = { readonly address: string; readonly family: 4 | 6 }

/**
 * Reads a hosts file (hosts(5)), again whenever it has changed: who gives the addresses of a name, in the order of the file.
 * At once and not in a thread, where it would wait with those that it spares: a look at the file takes microseconds.
 */
export function hostsFile(file: string): (name: string) => readonly HostAddress[] {
  let known = { version: '', hosts: new Map<string, HostAddress[]>() }
  return (name) => {
    try {
      const stats = statSync(file, { throwIfNoEntry: false })
      const version = stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
      if (version !== known.version)
        known = { version, hosts: parseHosts(version === '' ? '' : readFileSync(file, 'utf8')) }
    } catch (error) {
      // Nobody else may read it either: what it says counts for nothing, as to the system.
      if (!(error instanceof Error && 'code' in error)) throw error
      known = { version: '', hosts: new Map() }
    }
    return known.hosts.get(name) ?? []
  }
}

function parseHosts(text: string): Map<string, HostAddress[]> {
  const hosts = new Map<string, HostAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = familyOf(address)
    if (family === null) continue
    for (const name of new Set(names.map((each) => each.toLowerCase())))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }])
  }
  return hosts
}

function familyOf(address: string): 4 | 6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return 4
  return ipaddr.IPv6.isValid(address) ? 6 : null
}
