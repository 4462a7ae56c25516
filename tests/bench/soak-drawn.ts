import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ')

/** Words that are the same for the same seed: texts that sources share would be taken for one story told by all. */
export function drawWords(seed: string, count: number): string {
  let state = createHash('sha1').update(seed).digest().readUInt32LE(0)
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const part = (shift: number) => syllables[(state >>> shift) % syllables.length] ?? ''
    return `${part(8)}${part(14)}${part(20)}`
  }).join(' ')
}

const side = 64

/** A PNG of its own for each path, which hardly packs. */
export function drawPicture(path: string, response: ServerResponse): void {
  const rows = Buffer.alloc(side * (1 + 3 * side))
  for (let at = 0; at < rows.length; at += 20)
    createHash('sha1').update(`${path} ${at}`).digest().copy(rows, at)
  for (let row = 0; row < side; row++) rows[row * (1 + 3 * side)] = 0 // no filter
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.concat([signature, ...parts]))
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
