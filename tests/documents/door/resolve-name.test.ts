import type { LookupAddress, LookupOptions } from 'node:dns'
import { rmSync, writeFileSync } from 'node:fs'
import type { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { type Resolve, type ResolverOptions } from '#lib/documents/door/resolve-name.ts'
import { createNameServer } from '#tests/support/servers/name-server.ts'
import { both, systemWithout, withNames } from '#tests/support/servers/with-names.ts'

const { names, hostsFile, server, resolver } = withNames()

type Found = readonly string[] | { readonly code: string | undefined }

function asking(options: ResolverOptions = {}) {
  const resolve = resolver(options)
  return (name: string, lookup: LookupOptions = {}): Promise<Found> =>
    new Promise((found) =>
      resolve(name, { ...lookup, all: true }, (error, addresses) =>
        found(error === null ? addresses.map(({ address }) => address) : { code: error.code }),
      ),
    )
}

describe('a name', () => {
  it('is resolved to the addresses of both families, or of the one that is asked for', async () => {
    names.set('feed.test', { A: ['192.0.2.7', '192.0.2.8'], AAAA: ['2001:db8::7'] })
    const ask = asking()
    expect(await ask('feed.test', { family: 4 })).toEqual(['192.0.2.7', '192.0.2.8'])
    expect(await ask('feed.test', { family: 6 })).toEqual(['2001:db8::7'])
    expect(await ask('feed.test.', { family: 4 })).toEqual(['192.0.2.7', '192.0.2.8'])
    expect(await ask('feed.test')).toEqual(expect.arrayContaining(['192.0.2.7', '192.0.2.8']))
  })

  it.each([
    [{ A: ['192.0.2.7'], AAAA: 'not-found' }],
    [{ A: ['192.0.2.7'], AAAA: [] }],
    [{ A: ['192.0.2.7'], AAAA: 'server-failure' }],
  ] as const)('whose IPv6 address is missing is resolved: %j', async (answers) => {
    names.set('four.test', answers)
    expect(await asking()('four.test')).toEqual(['192.0.2.7'])
  })

  it('whose IPv6 address nobody answers for does not wait for all of its time', async () => {
    names.set('four.test', { A: ['192.0.2.7'], AAAA: 'silent' })
    const interfaces = machineWith('198.51.100.1', '2001:db9::1')
    const four = asking({ interfaces, waitMs: 60_000 })('four.test')
    const afterTwoSeconds = asking({ waitMs: 2_000 })('a.silent.test')
    expect(await Promise.race([four, afterTwoSeconds])).toEqual(['192.0.2.7'])
  })

  it.each([
    [['198.51.100.1'], ['192.0.2.7'], ['A feed.test']],
    [['198.51.100.1', 'fe80::1'], ['192.0.2.7'], ['A feed.test']],
    [['2001:db9::1'], ['2001:db8::7'], ['AAAA feed.test']],
    [
      ['198.51.100.1', '2001:db9::1'],
      ['2001:db8::7', '192.0.2.7'],
      ['A feed.test', 'AAAA feed.test'],
    ],
    [['198.51.100.1', 'fd00::1'], ['192.0.2.7'], ['A feed.test', 'AAAA feed.test']],
    [[], ['192.0.2.7'], ['A feed.test', 'AAAA feed.test']],
  ])('has on a machine with the addresses %j the addresses %j', async (own, found, questions) => {
    names.set('feed.test', { A: ['192.0.2.7'], AAAA: ['2001:db8::7'] })
    const before = server().questions.length
    expect(await asking({ interfaces: machineWith(...own) })('feed.test')).toEqual(found)
    expect(server().questions.slice(before).sort()).toEqual(questions)
  })

  it.each(['2001:db9::1', 'fd00::1'])('that has IPv6 alone is resolved on a machine with %s', async (six) => {
    names.set('six.test', { A: [], AAAA: ['2001:db8::7'] })
    const ask = asking({ interfaces: machineWith('198.51.100.1', six) })
    expect(await ask('six.test')).toEqual(['2001:db8::7'])
  })

  it('in words of other alphabets comes as a URL writes it', async () => {
    names.set('xn--bcher-kva.test', both(['192.0.2.7']))
    expect(await asking()(new URL('http://Bücher.test/').hostname, { family: 4 })).toEqual(['192.0.2.7'])
  })

  it('of this machine is known to nobody else', async () => {
    const system = systemWithout()
    const ask = asking({ lookUp: system.lookUp })
    const before = server().questions.length
    for (const name of ['localhost', 'LOCALHOST.', 'app.localhost'])
      expect(await ask(name, { family: 4 })).toEqual(['127.0.0.1'])
    expect(await ask('localhost', { family: 6 })).toEqual(['::1'])
    expect([server().questions.length, system.asked]).toEqual([before, []])
  })

  it('in the hosts file goes before what the name servers say, from the moment it is there', async () => {
    names.set('feed.test', both(['192.0.2.7']))
    const ask = asking()
    expect(await ask('feed.test', { family: 4 })).toEqual(['192.0.2.7'])
    writeFileSync(
      hostsFile,
      '# ours\n10.0.0.5\tother.test Feed.test # here\n10.0.0.6 feed.test\nno.address feed.test\n',
    )
    expect(await ask('feed.test', { family: 4 })).toEqual(['10.0.0.5', '10.0.0.6'])
    expect(await ask('feed.test.', { family: 4 })).toEqual(['10.0.0.5', '10.0.0.6'])
    rmSync(hostsFile)
    expect(await ask('feed.test', { family: 4 })).toEqual(['192.0.2.7'])
  })
})

describe('the system', () => {
  const inner: Resolve = (_, { family }, callback) =>
    callback(null, [{ address: '10.0.0.5', family: Number(family) }])

  it('is asked for a name that the name servers do not have', async () => {
    names.set('empty.test', both([]))
    names.set('refused.test', both('refused'))
    const ask = asking({ lookUp: inner })
    for (const name of ['intranet', 'empty.test', 'refused.test'])
      expect(await ask(name, { family: 4 })).toEqual(['10.0.0.5'])
  })

  it('is asked where there is no name server', async () => {
    const gone = await createNameServer(() => 'silent')
    await gone.close()
    const ask = asking({ servers: [gone.address], lookUp: inner })
    expect(await ask('intranet', { family: 4 })).toEqual(['10.0.0.5'])
  })

  it('is not asked where name servers are silent or could not find out: it would wait for them in a thread', async () => {
    names.set('failing.test', both('server-failure'))
    names.set('half.test', { A: 'silent', AAAA: [] })
    const system = systemWithout()
    expect(await asking({ lookUp: system.lookUp })('failing.test')).toEqual({ code: 'ESERVFAIL' })
    const ask = asking({ lookUp: system.lookUp, waitMs: 300 })
    expect(await ask('a.silent.test')).toEqual({ code: 'ETIMEOUT' })
    expect(await ask('half.test')).toEqual({ code: 'ETIMEOUT' })
    expect(system.asked).toEqual([])
  })

  it('is asked one name at a time, and by nobody who has given up', async () => {
    names.set('feed.test', both(['192.0.2.7']))
    const waiting: ((found: LookupAddress[]) => void)[] = []
    const lookUp: Resolve = (_name, _options, callback) => waiting.push((found) => callback(null, found))
    const ask = asking({ lookUp, waitMs: 2_000 }) // also for those that are answered, on a busy machine
    const lost = Array.from({ length: 20 }, (_, index) => ask(`intranet-${index}`))
    expect(await Promise.all(lost)).toEqual(lost.map(() => ({ code: 'EAI_AGAIN' })))
    expect(waiting).toHaveLength(1)
    expect(await ask('feed.test', { family: 4 })).toEqual(['192.0.2.7'])
    const next = ask('intranet')
    waiting[0]?.([])
    await expect.poll(() => waiting).toHaveLength(2)
    waiting[1]?.([{ address: '10.0.0.5', family: 4 }])
    expect(await next).toEqual(['10.0.0.5'])
  })
})

it('a name server that could not find out leaves the question to the next one', async () => {
  const failing = await createNameServer(() => 'server-failure')
  names.set('feed.test', both(['192.0.2.7']))
  expect(await asking({ servers: [failing.address, server().address] })('feed.test', { family: 4 })).toEqual([
    '192.0.2.7',
  ])
  await failing.close()
})

/** The interfaces of a machine that has these addresses and itself. */
function machineWith(...addresses: readonly string[]): typeof networkInterfaces {
  const none = { netmask: '', mac: '', cidr: null }
  const own = addresses.map((address) =>
    address.includes(':')
      ? { ...none, address, internal: false, family: 'IPv6' as const, scopeid: 0 }
      : { ...none, address, internal: false, family: 'IPv4' as const },
  )
  return () => ({
    lo: [{ ...none, address: '::1', internal: true, family: 'IPv6', scopeid: 0 }],
    eth0: own,
  })
}
