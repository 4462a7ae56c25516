import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'

/** Addresses of the family asked for (none: the name has others), or what is wrong; 'silent': there is no answer at all. */
export type NameAnswer = readonly string[] | 'not-found' | 'server-failure' | 'refused' | 'silent'

export type NameServer = {
  /** '127.0.0.1:port'. */
  readonly address: string
  /** Every question in order: 'A feed.test'. */
  readonly questions: readonly string[]
  readonly close: () => Promise<void>
}

const types: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' }
const codes = { 'server-failure': 2, 'not-found': 3, refused: 5 }

/** A real DNS server (RFC 1035) on UDP that answers for A and AAAA as it is told. */
export async function createNameServer(
  answer: (name: string, type: 'A' | 'AAAA') => NameAnswer,
): Promise<NameServer> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const type = types[query.readUInt16BE(end)]
    if (type === undefined) throw new Error(`a question for neither A nor AAAA of ${name}`)
    questions.push(`${type} ${name}`)
    const given = answer(name, type)
    if (given !== 'silent') socket.send(response(query.subarray(0, end + 4), given), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(resolve)),
  }
}

const headerBytes = 12

/** The name of the first question, and where it ends. */
function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** `query` ends with its question. */
function response(query: Buffer, given: Exclude<NameAnswer, 'silent'>): Buffer {
  const records = (typeof given === 'string' ? [] : given).map((address) => {
    const data = Buffer.from(ipaddr.parse(address).toByteArray())
    // The name of the question, type, class IN, 60 seconds.
    const head = Buffer.from([0xc0, headerBytes, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, 0])
    head.writeUInt16BE(data.length, 10)
    return Buffer.concat([head, data])
  })
  const answered = Buffer.concat([query, ...records])
  answered.writeUInt16BE(0x8180 | (typeof given === 'string' ? codes[given] : 0), 2)
  answered.writeUInt16BE(records.length, 6)
  answered.fill(0, 8, headerBytes) // neither authority nor more
  return answered
}
