import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createRouteFinder } from '#lib/web/find-route.ts'
import { projectRoot } from '#lib/launch/program/project.ts'

const files = globSync('app/api/v1/**/route.ts', { cwd: projectRoot })
const find = createRouteFinder(files)

test('each route is found by its address, with what the path names', () => {
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const parts = file.split('/').slice(1, -1)
    const address = `/${parts.map((part, at) => (part.startsWith('[') ? `v${at}` : part)).join('/')}?a=1`
    const named = parts.flatMap((part, at) => (part.startsWith('[') ? [[part.slice(1, -1), `v${at}`]] : []))
    expect(find(address)).toEqual({ file, params: Object.fromEntries(named) })
  }
})

test('an address that is fixed comes before one with a name in its place', () => {
  expect(find('/api/v1/postings/day')).toEqual({ file: 'app/api/v1/postings/day/route.ts', params: {} })
  expect(find('/api/v1/postings/7')?.params).toEqual({ id: '7' })
})

test('what is named is read as it was before it stood in an address', () => {
  expect(find('/api/v1/admin/hosts/a%2Fb%20%C3%A4')?.params).toEqual({ host: 'a/b ä' })
})

test('what takes all that is left takes one part or more', () => {
  const file = 'app/api/auth/[...all]/route.ts'
  const findAuth = createRouteFinder(['app/api/auth/first/route.ts', file])
  for (const address of ['/api/auth/get-session', '/api/auth/sign-in/email?a=1', '/api/auth/first/second'])
    expect(findAuth(address)).toEqual({ file, params: {} })
  expect(findAuth('/api/auth/first')?.file).toBe('app/api/auth/first/route.ts')
  for (const address of ['/api/auth', '/api/auth/', '/api/auth/a/', '/api/auth//a', '/api/authors/a'])
    expect(findAuth(address), address).toBeNull()
})

test('what may take nothing takes all that is left, too', () => {
  const file = 'app/reader/[[...path]]/route.ts'
  const findReader = createRouteFinder([file])
  for (const address of ['/reader', '/reader?a=1', '/reader/api/0/token'])
    expect(findReader(address)).toEqual({ file, params: {} })
  for (const address of ['/', '/reader/', '/readers', '/reader//api'])
    expect(findReader(address), address).toBeNull()
})

test.each([
  '/',
  '/api/v1',
  '/api/v1/counts/',
  '/api/v1//counts',
  '/api/v1/postings/',
  '/api/v1/none',
  '/API/v1/counts',
  '/api/v1/postings/%E0%A4%A',
])('%s is none of ours', (address) => expect(find(address)).toBeNull())
