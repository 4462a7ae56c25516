import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The entity tag of an output feed says which entries a client has, so that the server can send it the others (RFC 3229) and
 * need not remember what it sent to whom. It holds a hash of the head and one of each entry, in their order, and is signed:
 * only what this server gave out for this very feed and format is read. A highest posting id would be shorter, but entries
 * come late, too (a label put on an old posting, a source moved into the folder, an edit), and none may be lost.
 */
type Tagged = { readonly head: string; readonly tags: readonly string[] }

/** 40 bits: that an entry is taken for one of 200 others that a client has comes by chance once in five billion. */
const tagBytes = 5
const headBytes = 6
const signatureBytes = 10

/** The tag of what is written for an entry: hexadecimal, another one after each change of it. */
export function tagOf(written: unknown, key: string): string {
  return hashOf(['entry', JSON.stringify(written)], key, tagBytes).toString('hex')
}

/** The same for what stands before the entries. */
export function headTagOf(written: unknown, key: string): string {
  return hashOf(['head', JSON.stringify(written)], key, headBytes).toString('hex')
}

/** A strong entity tag with its quotes. @param scope which feed and format it is for */
export function etagOf({ head, tags }: Tagged, scope: string, key: string): string {
  const content = Buffer.from(head + tags.join(''), 'hex')
  const signature = hashOf(['etag', scope, content.toString('hex')], key, signatureBytes)
  return `"${Buffer.concat([signature, content]).toString('base64url')}"`
}

/** The entities that a client has. */
type KnownEntity = Tagged & { readonly etag: string }

/**
 * The entities of If-None-Match that this server gave out for this feed and format, others passed over. Weak ones, too, as
 * proxies that pack answers make them, and with the ending "-gzip" that some add.
 */
export function readEtags(header: string | null, scope: string, key: string): KnownEntity[] {
  const found = (header ?? '')
    .slice(0, longestHeader)
    .matchAll(/"([\w-]{20,}?)(?:[-;](?:gzip|br|zstd|df))?"/g)
  return [...found].flatMap(([, text = '']) => {
    const bytes = Buffer.from(text, 'base64url')
    const content = bytes.subarray(signatureBytes)
    const expected = hashOf(['etag', scope, content.toString('hex')], key, signatureBytes)
    const isOurs = bytes.length >= signatureBytes + headBytes && (content.length - headBytes) % tagBytes === 0
    if (!isOurs || !timingSafeEqual(expected, bytes.subarray(0, signatureBytes))) return []
    const hex = content.toString('hex')
    const tags = hex.slice(2 * headBytes).match(new RegExp(`.{${2 * tagBytes}}`, 'g')) ?? []
    return [{ etag: `"${text}"`, head: hex.slice(0, 2 * headBytes), tags }]
  })
}

/** Of a header of many entities the beginning is read; Node itself refuses more than 16 kB. */
const longestHeader = 16_384

function hashOf(parts: readonly string[], key: string, bytes: number): Buffer {
  return createHmac('sha256', key).update(parts.join('\n')).digest().subarray(0, bytes)
}
