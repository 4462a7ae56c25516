import { expect, test, vi } from 'vitest'
import { GET } from '#app/api/v1/openapi.json/route.ts'
import { operationRows } from '#lib/api/openapi/openapi-rows.ts'
import { openApiDocument } from '#lib/api/openapi/openapi.ts'

vi.mock('#lib/api/openapi/openapi.ts', { spy: true })

test('whoever asks for the document, or for the page that shows its rows, has neither made anew', async () => {
  const ask = async () => {
    const request = new Request('http://localhost:3000/api/v1/openapi.json')
    return (await GET(request, { params: Promise.resolve({}) })).text()
  }
  const first = await ask()
  expect([await ask(), await ask()]).toEqual([first, first])
  expect(openApiDocument).toHaveBeenCalledTimes(1)
  expect(operationRows()).toBe(operationRows())
})
