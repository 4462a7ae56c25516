import { expect, test } from 'vitest'
import { GET } from '#app/api/v1/openapi.json/route.ts'
import { openApiDocument } from '#lib/api/openapi/openapi.ts'
import { operations } from '#lib/api/operations/all.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'

const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}
type DescribedOperation = {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: unknown }>>
}
const described = Object.entries(document.paths).flatMap(([path, group]) =>
  Object.entries(group).map(([method, operation]) => ({ path, method, operation })),
)

test('every route is described, and nothing that is no route', async () => {
  const routes = [...(await loadApiRoutes()).keys()].sort()
  expect(described.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(routes)
  expect(routes.length).toBeGreaterThan(150)
})

test('operations have names of their own, and the parameters of their paths', () => {
  const ids = described.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of described) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const said = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)
    expect(said, path).toEqual(named)
    const names = operation.parameters.map((each) => `${each.in} ${each.name}`)
    expect(new Set(names).size, path).toBe(names.length)
    for (const [status, { description }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2345]\d\d$/)
      expect(description).not.toBe('')
    }
  }
})

test('what is referred to is there', () => {
  const text = JSON.stringify(document)
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let found: unknown = document
    for (const part of reference.split('/')) found = (found as Record<string, unknown>)[part]
    expect(found, reference).toBeTypeOf('object')
  }
})

test('what answers have in common is described once, under its name', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['PostingItem', 'AlertItem', 'DigestItem']))
  expect(JSON.stringify(document)).not.toContain('$defs')
  const { content } = document.paths['/alerts']?.['get']?.responses['200'] ?? {}
  expect(content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/AlertPanel' } } })
})

test('a query is described by its names, with what may be left out', () => {
  const list = document.paths['/postings']?.['get']?.parameters ?? []
  expect(list.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['folderId', 'show', 'query', 'cursor', 'limit']),
  )
  expect(list.every((each) => (each as { required?: boolean }).required === false)).toBe(true)
  const since = document.paths['/events/missed']?.['get']?.parameters[0]
  expect(since).toMatchObject({ name: 'since', in: 'query', required: true })
})

test('everything with a body or a query that can be tried has an example', () => {
  const lacking = operations
    .filter(
      ({ body, without, sample }) => body !== undefined && without === undefined && sample === undefined,
    )
    .map(({ method, path }) => `${method} ${path}`)
  expect(lacking).toEqual([])
})

test('the document is served to everybody, with the version', async () => {
  const request = new Request('http://localhost:3000/api/v1/openapi.json')
  const answered = await GET(request, { params: Promise.resolve({}) })
  expect(answered.status).toBe(200)
  const { openapi, info } = (await answered.json()) as typeof document
  expect(openapi).toMatch(/^3\.1\./)
  expect(info.version).toMatch(/^\d+\.\d+\.\d+/)
})

test('texts for people use the words of the screens', () => {
  const texts: string[] = []
  JSON.stringify(document, (key, value: unknown) => {
    if ((key === 'summary' || key === 'description') && typeof value === 'string') texts.push(value)
    return value
  })
  // The sentence that says what names mean.
  const said = texts.map((text) => text.replace(/In names, .*/, ''))
  expect(said.length).toBeGreaterThan(300)
  expect(
    said.filter((text) => /\b(postings?|sources?|(re)?poll(s|ed|ing)?|wish(es)?)\b/i.test(text)),
  ).toEqual([])
})
