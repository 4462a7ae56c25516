import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { mayReadMetrics } from '#lib/handlers/metrics/may-read.ts'
import { GET } from '#app/metrics/route.ts'
import { isFromThisMachine } from '#lib/web/peer-address.ts'
import { createRouteNames } from '#lib/web/measure-requests.ts'
import { requestWith } from '#tests/support/world/accounts.ts'

const token = 'a token of the tests'
const noParams = { params: Promise.resolve({}) }
process.env['METRICS_TOKEN'] = token

/** Miniflux believed what a proxy said of the address (CVE-2023-27591). */
describe('who may read them', () => {
  const local = { 'x-skylark-local': 'yes', host: 'localhost:3000' }
  const publicUrl = 'http://localhost:3000'

  test('with a token: who has it, this machine included', async () => {
    const settings = { metricsToken: token, publicUrl }
    expect(mayReadMetrics(new Headers({ authorization: `Bearer ${token}` }), settings)).toBe(true)
    expect(mayReadMetrics(new Headers({ authorization: `Bearer ${token}x` }), settings)).toBe(false)
    expect(mayReadMetrics(new Headers(local), settings)).toBe(false)
    expect((await GET(requestWith(null, '/metrics'), noParams)).status).toBe(404)
  })

  test('without: this machine, as long as the server has no other name', () => {
    expect(mayReadMetrics(new Headers(local), { metricsToken: null, publicUrl })).toBe(true)
    expect(mayReadMetrics(new Headers(), { metricsToken: null, publicUrl })).toBe(false)
    const elsewhere = { metricsToken: null, publicUrl: 'https://news.example.org' }
    expect(mayReadMetrics(new Headers(local), elsewhere)).toBe(false)
  })

  test('without: nobody who names another host, as a page does whose name leads here', () => {
    const mayRead = (host: string) =>
      mayReadMetrics(new Headers({ ...local, host }), { metricsToken: null, publicUrl })
    expect(['127.0.0.1:9090', '[::1]:3000', '127.1.2.3'].map(mayRead)).toEqual([true, true, true])
    const others = ['evil.example:3000', '127.evil.example', '127.0.0.1.evil.example', 'localhost.evil', '']
    expect(others.filter(mayRead)).toEqual([])
    const unnamed = new Headers({ 'x-skylark-local': 'yes' })
    expect(mayReadMetrics(unnamed, { metricsToken: null, publicUrl })).toBe(false)
  })

  test('what a proxy passed on is not from this machine', () => {
    expect(isFromThisMachine('::ffff:127.0.0.1', { host: 'localhost' })).toBe(true)
    expect(isFromThisMachine('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(false)
    expect(isFromThisMachine('127.0.0.1', { via: '1.1 proxy' })).toBe(false)
    expect(isFromThisMachine('192.0.2.1', {})).toBe(false)
  })
})

test('names of routes are those of the build, and no others', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-build-'))
  expect(createRouteNames(folder)('/whatever')).toBe('other')
  const manifest = {
    staticRoutes: [{ page: '/admin', regex: '^/admin(?:/)?$' }],
    dynamicRoutes: [{ page: '/sources/[id]', regex: '^/sources/([^/]+?)(?:/)?$' }],
  }
  writeFileSync(path.join(folder, 'routes-manifest.json'), JSON.stringify(manifest))
  const nameOf = createRouteNames(folder)
  rmSync(folder, { recursive: true })
  const urls = ['/admin?a=1', '/sources/7', '/sources/7/8', '/_next/static/a.js', '/x{"']
  expect(urls.map(nameOf)).toEqual(['/admin', '/sources/[id]', 'other', '/_next', 'other'])
})
