import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as fever from '#app/fever/[[...path]]/route.ts'
import * as miniflux from '#app/v1/[[...path]]/route.ts'
import * as greader from '#app/api/greader.php/[[...path]]/route.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import {
  feverNames,
  feverValue,
  google,
  methods,
  minifluxBody,
  minifluxNames,
  minifluxPaths,
  minifluxValue,
  parametersOf,
  paths,
  value,
} from './reader-words.ts'
import { fuzzTarget, mustHold, type FuzzTarget } from '../target.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** Calls of reader apps with any parameters: an app that is wrong is told so, none makes the server fail. */
export async function readerTargets(database: Database): Promise<readonly FuzzTarget[]> {
  const reader = await addReader(database, 'fuzz-app')
  const { sourceId } = await addSubscription(database, reader, 'site', { folderName: 'News' })
  await addPostings(
    database,
    sourceId,
    Array.from({ length: 30 }, () => ({})),
  )
  const owner = await database.user.findUniqueOrThrow({ where: { id: reader } })
  const { token: password } = await createAppPassword(database, owner, 'Fuzz', true)
  const headers = { authorization: `GoogleLogin auth=${await signIn(owner.email, password)}` }
  const apiKey = createHash('md5').update(`${owner.email}:${password}`).digest('hex')
  // Wrong keys and too many calls are refused for a minute: here each call stands for itself.
  const forgetGuesses = () => database.rateLimit.deleteMany()
  return [
    fuzzTarget(
      'reader apps: any call of the Google Reader API is answered',
      120,
      fc.tuple(fc.constantFrom(...paths), methods, parametersOf(google, value)),
      async ([path, method, pairs]) => {
        await forgetGuesses()
        const token = await (
          await send(greader, 'GET', '/api/greader.php/reader/api/0/token', [], headers)
        ).text()
        const answered = await send(
          greader,
          method,
          `/api/greader.php/reader/api/0/${path}`,
          [['T', token.trim()], ...pairs],
          headers,
        )
        mustHold(
          answered.status < 500 || answered.status === 502,
          `${answered.status} ${await answered.text()}`,
        )
      },
    ),
    fuzzTarget(
      'reader apps: any call of the Fever API is answered',
      100,
      fc.tuple(methods, parametersOf(feverNames, feverValue)),
      async ([method, pairs]) => {
        await forgetGuesses()
        const answered = await send(
          fever,
          method,
          '/fever/',
          [['api', ''], ['api_key', apiKey], ...pairs],
          {},
        )
        const text = await answered.text()
        mustHold(answered.status === 200, `${answered.status} ${text}`)
        const { auth } = JSON.parse(text) as { auth: number }
        mustHold(auth === 1 || pairs.some(([name]) => name === 'api_key'), text)
      },
    ),
    fuzzTarget(
      'reader apps: any call of the Miniflux API is answered',
      120,
      fc.tuple(
        fc.constantFrom(...minifluxPaths),
        fc.constantFrom('GET', 'PUT', 'POST', 'DELETE'),
        parametersOf(minifluxNames, minifluxValue),
        minifluxBody,
      ),
      async ([path, method, pairs, body]) => {
        await forgetGuesses()
        const query = new URLSearchParams(pairs.map(([name, text]) => [name, text]))
        const request = new Request(`${publicUrl}/v1/${path}?${query}`, {
          method,
          headers: { 'x-auth-token': password },
          ...(method === 'GET' ? {} : { body }),
        })
        const answered = await miniflux[method](request, undefined)
        const text = await answered.text()
        mustHold(answered.status < 500 || answered.status === 501, `${answered.status} ${text}`)
      },
    ),
  ]
}

async function signIn(email: string, password: string): Promise<string> {
  const login = await send(
    greader,
    'POST',
    '/api/greader.php/accounts/ClientLogin',
    [
      ['Email', email],
      ['Passwd', password],
    ],
    {},
  )
  const auth = /^Auth=(\S+)$/m.exec(await login.text())?.[1]
  if (auth === undefined) throw new Error(`no sign-in: ${login.status}`)
  return auth
}

type Module = Readonly<
  Partial<Record<string, (request: Request, context: undefined) => Response | Promise<Response>>>
>

async function send(
  module: Module,
  method: string,
  path: string,
  pairs: Pairs,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = new URLSearchParams(pairs.map(([name, text]) => [name, text]))
  const handler = module[method]
  if (handler === undefined) throw new Error(`no ${method} ${path}`)
  const isPost = method === 'POST'
  const query = path.startsWith('/fever') ? 'api' : ''
  const address = `${publicUrl}${path}?${isPost ? query : form.toString()}`
  return handler(new Request(address, { method, headers, ...(isPost ? { body: form } : {}) }), undefined)
}
