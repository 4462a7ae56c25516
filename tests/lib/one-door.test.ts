import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'

let eslint: ESLint
beforeAll(() => {
  eslint = new ESLint()
})

async function rulesBroken(code: string, filePath: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return (result?.messages ?? [])
    .map(({ ruleId }) => ruleId)
    .filter((rule) => rule?.startsWith('no-restricted'))
}

const waysOut = [
  "import { request } from 'undici'; void request",
  "import http from 'node:http'; void http",
  "import https from 'https'; void https",
  "import { connect } from 'node:http2'; void connect",
  "import { connect } from 'node:net'; void connect",
  "import { connect } from 'tls'; void connect",
  "import { lookup } from 'node:dns'; void lookup",
  "import { resolve4 } from 'dns/promises'; void resolve4",
  "import { exec } from 'node:child_process'; void exec",
  "import axios from 'axios'; void axios",
  "export const x = () => fetch('http://127.0.0.1/')",
  "export const x = () => globalThis.fetch('http://127.0.0.1/')",
  "export const x = () => new WebSocket('ws://127.0.0.1/')",
  "export const x = () => import('undici')",
  "export const x = () => process.getBuiltinModule('node:http')",
  "export const x = (parser: { parseURL: (url: string) => void }) => parser.parseURL('http://127.0.0.1/')",
]

describe.each([
  'lib/feeds/new.ts',
  'lib/aggregator/new.ts',
  'lib/store/new.ts',
  'lib/api/new.ts',
  'app/api/v1/new/route.ts',
  'components/reading/new.tsx',
])('in %s the linter refuses', (file) => {
  test.each(waysOut)('%s', async (code) => {
    expect(await rulesBroken(code, file)).not.toEqual([])
  })
})

test('a door keeps the other rules of its folder', async () => {
  expect(
    await rulesBroken("import { request } from 'undici'; void request", 'lib/feeds/connections.ts'),
  ).toEqual([])
  expect(
    await rulesBroken("import { x } from '#lib/store/x.ts'; void x", 'lib/feeds/connections.ts'),
  ).not.toEqual([])
})

/** What a linter cannot be told to overlook: nobody has. */
test('one file of the server opens connections to strangers, and only the door uses it', () => {
  const opening = /from 'undici'|from '(node:)?(http2?|https|net|tls|dns)'|(?<![.\w])fetch\(/
  const files = ['lib', 'app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
      .map((name) => path.join(folder, name))
      .sort(),
  )
  const found = files.filter((file) => opening.test(readFileSync(file, 'utf8')))
  const behindTheDoor = /import (?!type)[^'"]*from '(#lib\/feeds|\.)\/(ask-server|connections)\.ts'/
  expect(files.filter((file) => behindTheDoor.test(readFileSync(file, 'utf8')))).toEqual([
    'lib/feeds/ask-server.ts',
    'lib/feeds/guarded-request.ts',
  ])
  expect(found.filter((file) => !file.startsWith('lib/launch/'))).toEqual([
    'lib/auth/auth-client.ts', // the browser's, to our own server
    'lib/feeds/address-guard.ts', // isIP only
    'lib/feeds/ask-name-servers.ts', // names only, as resolve-name.ts
    'lib/feeds/ask-server.ts', // types only
    'lib/feeds/connections.ts',
    'lib/feeds/resolve-name.ts',
    'lib/offline/acts.ts', // the service worker's, to our own server
    'lib/offline/keep-shell.ts',
    'lib/offline/keep.ts',
    'lib/offline/service-worker.ts',
    'lib/queries/renew-session.ts',
    'lib/queries/request.ts', // the browser's, to our own server
    'lib/queries/try-operation.ts', // likewise, with a token that somebody pasted
    'lib/refused-pages.ts', // types only
    'lib/store/end-silence.ts', // sockets of the database
  ])
})
