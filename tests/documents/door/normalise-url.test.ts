import { describe, expect, it } from 'vitest'
import { comparableUrl, hostOf, normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'

describe('normaliseSourceUrl', () => {
  it.each([
    ['example.org', 'https://example.org/'],
    [' HTTP://Example.ORG:80/Feed?b=1&a=2#top ', 'http://example.org/Feed?b=1&a=2'],
    ['feed://example.org/x', 'http://example.org/x'],
    ['feed:https://example.org/x', 'https://example.org/x'],
    ['//example.org./x', 'https://example.org/x'],
    ['bücher.example/feed', 'https://xn--bcher-kva.example/feed'],
    ['localhost:8080/feed', 'https://localhost:8080/feed'],
    ['http:/example.org/a', 'http://example.org/a'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('makes %s into %s, and keeps that', (typed, canonical) => {
    expect(normaliseSourceUrl(typed)).toBe(canonical)
    expect(normaliseSourceUrl(canonical)).toBe(canonical)
  })
  it.each([
    '',
    'hello',
    'not a url',
    'javascript:alert(1)',
    'mailto:a@example.org',
    'http://u:p@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    `https://example.org/${'a'.repeat(2_500)}`,
    `https://example.org/${'é'.repeat(500)}`,
  ])('refuses %s', (typed) => {
    expect(normaliseSourceUrl(typed)).toBeNull()
  })
})

describe('hostOf', () => {
  it.each([
    ['https://blog.example.co.uk/feed', 'example.co.uk'],
    ['https://ada.github.io/', 'ada.github.io'],
    ['http://127.0.0.2:8080/x', '127.0.0.2'],
    ['http://[::1]/x', '::1'],
    ['http://localhost/x', 'localhost'],
  ])('of %s is %s', (address, host) => {
    expect(hostOf(address)).toBe(host)
  })
})

describe('comparableUrl', () => {
  it('leaves out what says nothing of the page, of a web address alone', () => {
    expect(comparableUrl(' https://Example.org:443/a?utm_source=x&b=1 ')).toBe('//example.org/a?b=1')
    expect(comparableUrl('http:///example.org/a')).toBe('//example.org/a')
    expect(comparableUrl('urn:x ')).toBe('urn:x')
  })
  it('reads no name that no name server can know', () => {
    const name = Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    expect(comparableUrl(`http://${name}/`)).toBe(`http://${name}/`)
    expect(comparableUrl(`http://${name.slice(0, 50)}/`)).toMatch(/^\/\/xn--/)
  })
})
