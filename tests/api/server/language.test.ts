import { beforeAll, expect, test } from 'vitest'
import * as folders from '#app/api/v1/folders/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { signUp } from '#tests/support/browser/signed-in.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
})

/** The API's words about a folder with such a name, asked with such headers. */
async function refusal(name: unknown, headers: Readonly<Record<string, string>>): Promise<string> {
  const request = requestWith(reader.token, '/api/v1/folders', 'POST', { name })
  for (const [header, value] of Object.entries(headers)) request.headers.set(header, value)
  const response = await folders.POST(request, { params: Promise.resolve({}) })
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  expect(error.code).toBe('invalid_input')
  return error.message
}

test('a refusal comes in the language of the request, its code stays', async () => {
  expect(await refusal(' ', {})).toBe('name: A folder needs a name.')
  expect(await refusal(' ', { 'accept-language': 'de-AT' })).toBe('name: Ein Ordner braucht einen Namen.')
  expect(await refusal(' ', { 'accept-language': 'de', cookie: 'language=en' })).toBe(
    'name: A folder needs a name.',
  )
})

test('who is signed in reads refusals in the language of their pages', async () => {
  const { cookie, email } = await signUp('fleur')
  await database.user.update({ where: { email }, data: { language: 'fr' } })
  const request = requestWith(null, '/api/v1/folders', 'POST', { name: ' ' })
  request.headers.set('cookie', `${cookie}; language=de`)
  request.headers.set('sec-fetch-site', 'same-origin')
  const response = await folders.POST(request, { params: Promise.resolve({}) })
  expect(await response.json()).toMatchObject({ error: { message: 'name: Il faut un nom pour un dossier.' } })
})

test('what zod refuses by itself is said in that language, too', async () => {
  expect(await refusal(7, { 'accept-language': 'de' })).toMatch(/^name: Ungültige Eingabe/)
  expect(await refusal(7, {})).toMatch(/^name: Invalid input/)
})

test('a text that is too long is refused in words for people', async () => {
  const name = 'a'.repeat(10_000)
  expect(await refusal(name, {})).toMatch(/^name: At most \d+ characters\.$/)
  expect(await refusal(name, { 'accept-language': 'de' })).toMatch(/^name: Höchstens \d+ Zeichen\.$/)
})

test('a publisher’s limit is told in that language, too', async () => {
  await database.publisherLimit.create({ data: { host: 'example.org', isOptedOut: true, evidence: 'mail' } })
  const request = requestWith(reader.token, '/api/v1/subscriptions', 'POST', {
    url: 'https://blog.example.org/feed',
  })
  request.headers.set('accept-language', 'de')
  const response = await subscriptions.POST(request, { params: Promise.resolve({}) })
  expect(await response.json()).toMatchObject({
    error: {
      code: 'opted_out',
      message: 'Der Anbieter von example.org möchte von diesem Server nicht abgerufen werden.',
    },
  })
})

test('why an address was not asked is told in that language, too', async () => {
  const request = requestWith(reader.token, '/api/v1/subscriptions', 'POST', { url: 'http://10.1.2.3/feed' })
  request.headers.set('accept-language', 'de')
  const response = await subscriptions.POST(request, { params: Promise.resolve({}) })
  expect(await response.json()).toMatchObject({
    error: {
      code: 'invalid_input',
      message:
        '10.1.2.3 gehört zu einem privaten Netz, mit dem sich Skylark nicht verbindet. Nimm eine öffentliche Adresse. Wer diesen Server betreibt, kann das Netz mit ALLOWED_PRIVATE_NETWORKS erlauben.',
    },
  })
})

test('the language of an account is kept, told to the browser, and may be given back', async () => {
  const change = (language: unknown) =>
    me.PATCH(requestWith(reader.token, '/api/v1/me', 'PATCH', { language }), { params: Promise.resolve({}) })
  const german = await change('de')
  expect(german.headers.get('set-cookie')).toMatch(/^language=de; Path=\/; Max-Age=31536000/)
  expect((await callRoute(reader.token, { module: me })).body).toMatchObject({ language: 'de' })
  const none = await change(null)
  expect(none.headers.get('set-cookie')).toMatch(/^language=; Path=\/; Max-Age=0/)
  expect((await callRoute(reader.token, { module: me })).body).toMatchObject({ language: null })
  expect((await change('xx')).status).toBe(400)
})
