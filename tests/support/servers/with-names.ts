import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { nameResolver, type Resolve, type ResolverOptions } from '#lib/documents/door/resolve-name.ts'
import { createNameServer, type NameAnswer, type NameServer } from './name-server.ts'

export const both = (answer: NameAnswer) => ({ A: answer, AAAA: answer })

/** A name server, a hosts file and a folder for it; what is told of names is forgotten, and the file emptied, before each test. */
export function withNames() {
  /** The answers of the name server: of each name for A and AAAA. It is silent about names that end with .silent.test. */
  const names = new Map<string, { readonly A: NameAnswer; readonly AAAA: NameAnswer }>()
  const folder = mkdtempSync(path.join(tmpdir(), 'skylark-names-'))
  const hostsFile = path.join(folder, 'hosts')
  let server: NameServer
  beforeAll(async () => {
    server = await createNameServer((name, type) =>
      name.endsWith('.silent.test') ? 'silent' : (names.get(name)?.[type] ?? 'not-found'),
    )
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    names.clear()
    writeFileSync(hostsFile, '')
  })
  const resolver = (options: ResolverOptions = {}): Resolve =>
    nameResolver({ servers: [server.address], hostsFile, ...options })
  return { names, folder, hostsFile, server: () => server, resolver }
}

/** The system's resolver with nothing to find, and the names it is asked for. */
export function systemWithout(): { readonly lookUp: Resolve; readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    lookUp: (hostname, _, callback) => {
      asked.push(hostname)
      callback(Object.assign(new Error('nothing'), { code: 'ENOTFOUND' }), [])
    },
  }
}
