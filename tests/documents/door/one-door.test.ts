import { describe, expect, test } from 'vitest'
import { rulesBroken } from '#tests/support/run/lint.ts'

async function restrictionsBroken(code: string, file: string): Promise<string[]> {
  const broken = await rulesBroken(code, file)
  return broken.map(({ rule }) => rule).filter((rule) => rule.includes('no-restricted'))
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
  "import { askServer } from '#lib/documents/door/ask-server.ts'; void askServer",
  "import { guardedConnections } from '#lib/documents/door/connections.ts'; void guardedConnections",
  "export const x = (parser: { parseURL: (url: string) => void }) => parser.parseURL('http://127.0.0.1/')",
]

describe.each([
  'lib/documents/read/new.ts',
  'lib/aggregator/new.ts',
  'lib/store/lists/new.ts',
  'lib/api/lists/new.ts',
  'app/api/v1/new/route.ts',
  'components/reading/list/new.tsx',
])('in %s the linter refuses', (file) => {
  test.each(waysOut)('%s', async (code) => {
    expect(await restrictionsBroken(code, file)).not.toEqual([])
  })
})

test.each(['lib/documents/read/new.ts', 'app/api/v1/new/route.ts', 'app/new/page.tsx'])(
  'no comment in %s makes the linter overlook anything',
  async (file) => {
    const code = "import http from 'node:http' // eslint-disable-line\nvoid http"
    expect(await restrictionsBroken(code, file)).not.toEqual([])
  },
)

test('a door keeps the other rules of its folder', async () => {
  expect(
    await restrictionsBroken(
      "import { request } from 'undici'; void request",
      'lib/documents/door/connections.ts',
    ),
  ).toEqual([])
  expect(
    await restrictionsBroken(
      "import { x } from '#lib/store/lists/x.ts'; void x",
      'lib/documents/door/connections.ts',
    ),
  ).not.toEqual([])
})
