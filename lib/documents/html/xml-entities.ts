import { Parser } from 'htmlparser2'

/** Entities that the document itself declares, as far as they are harmless; see `declaredEntities`. */
export type DeclaredEntities = ReadonlyMap<string, string>

const xmlEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const noEntities: DeclaredEntities = new Map()
const reference = /&(?:#(\d{1,7}|[xX][0-9a-fA-F]{1,6})|([a-zA-Z][\w.-]{0,40}));/g

/**
 * Replaces character references, XML's and HTML's entities and those given in `declared`. One pass: what comes out is
 * not read again, so nothing can grow by recursion. References to anything else stay as they stand, as do bare
 * ampersands; references to characters that XML forbids vanish.
 */
export function decodeEntities(text: string, declared: DeclaredEntities = noEntities): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, code: string | undefined, name: string | undefined) => {
    if (code !== undefined) return characterOf(code)
    if (name === undefined) return whole
    return xmlEntities.get(name) ?? declared.get(name) ?? htmlEntity(name) ?? whole
  })
}

function characterOf(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  const isForbidden =
    (point < 0x20 && point !== 9 && point !== 10 && point !== 13) ||
    (point >= 0xd800 && point <= 0xdfff) ||
    point === 0xfffe ||
    point === 0xffff ||
    point > 0x10ffff
  if (isForbidden) return ''
  // 128-159 are control characters; everybody who writes them means windows-1252 (WHATWG HTML, 13.2.5.80).
  if (point >= 0x80 && point <= 0x9f) return decodedByHtml(`&#${point};`)
  return String.fromCodePoint(point)
}

const known = new Map<string, string | null>()
const knownLimit = 5000

/** The characters of an HTML entity, or null when HTML has none of that name. */
function htmlEntity(name: string): string | null {
  const before = known.get(name)
  if (before !== undefined) return before
  const source = `&${name};`
  const decoded = decodedByHtml(source)
  const value = decoded === source || decoded.endsWith(';') ? null : decoded
  if (known.size < knownLimit) known.set(name, value)
  return value
}

function decodedByHtml(source: string): string {
  let decoded = ''
  const parser = new Parser({ ontext: (text) => (decoded += text) }, { decodeEntities: true })
  parser.end(source)
  return decoded
}

/** A declared entity may be no longer than this; with it a document cannot grow more than about sixfold. */
const longestEntity = 40

/**
 * The internal entities of a DOCTYPE whose text is short, plain and refers to nothing: the few legitimate feeds that
 * declare entities need no more, and entity bombs (nested references) and external entities are left out.
 */
export function declaredEntities(doctype: string): DeclaredEntities {
  const entities = new Map<string, string>()
  for (const [, name, double, single] of doctype.matchAll(
    /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g,
  )) {
    const value = (double ?? single ?? '').replace(/&#(\d{1,7}|[xX][0-9a-fA-F]{1,6});/g, (_, code: string) =>
      characterOf(code),
    )
    if (name !== undefined && value.length <= longestEntity && !/[&<%]/.test(value)) entities.set(name, value)
  }
  return entities
}
