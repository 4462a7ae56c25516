import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { z } from 'zod'
import type { Answered } from '#tests/support/api/ask.ts'

/** A request of a real reader program as a proxy recorded it, with its secrets replaced by AUTH, TOKEN, SECRET and APP-PASSWORD. */
const recordedRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type RecordedRequest = z.infer<typeof recordedRequest>

const folder = path.resolve('tests/fixtures/reader-clients')
/** Programs ask for pages and pictures, too; those are none of theirs. */
const readerPath = /^\/+(api\/(greader|fever)\.php|reader|accounts|fever)\b/

/** The recordings, by program. */
export function listRecordings(): (readonly [program: string, requests: readonly RecordedRequest[]])[] {
  return readdirSync(folder).map((name) => [
    path.basename(name, '.jsonl'),
    readRecording(path.join(folder, name)),
  ])
}

function readRecording(file: string): RecordedRequest[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines
    .map((line) => recordedRequest.parse(JSON.parse(line)))
    .filter(({ url }) => readerPath.test(url))
}

/** The secrets of a recording, and the words that stand in their place now. */
export type Secrets = {
  readonly password: string
  /** Of the answer to the last sign-in. */
  readonly auth: string
  /** The answer to the last `/token`, without its line break: that is sent back only where the program did so. */
  readonly writeToken: string
  readonly feverKey: string
  /** Of the publisher that the program added, such as http://127.0.0.1:40123. */
  readonly publisher: string
}

/** The bodies of recordings were cut after so many characters, with the whole length noted behind. */
const cut = /(?:&[^&]*)?…\[\d+ characters\]$/
export function withoutCut(body: string): string {
  return body.replace(cut, '')
}

/** Read You kept what it was refused with for a token, and sent that. */
const writeToken = /\b0tpu[\w-]{50,}|\bTOKEN\b|(?<=[?&]T=)Unauthorized\b/g
const authToken = /\b2\/[\w-]{43}|\bAUTH\b/g
const publisherOrigin = /http(:|%3A)(\/\/|%2F%2F)127\.0\.0\.\d+(:|%3A)8088/gi

/** Sends a recorded request byte for byte, but for its secrets and the publisher's address. */
export function replay(url: string, recorded: RecordedRequest, secrets: Secrets): Promise<Answered> {
  const isFever = recorded.url.includes('fever')
  const secret = isFever ? secrets.feverKey : secrets.password
  const fill = (text: string) =>
    text
      .replace(publisherOrigin, (_all, colon: string, slashes: string, port: string) =>
        secrets.publisher.replace(/^http:\/\/([\d.]+):/, `http${colon}${slashes}$1${port}`),
      )
      .replaceAll(writeToken, secrets.writeToken)
      .replaceAll(authToken, secrets.auth)
      .replaceAll(/\bSECRET\b|\bAPP-PASSWORD\b/g, secret)
  const body = fill(withoutCut(recorded.body))
  const headers = Object.entries(recorded.headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  const { port, hostname } = new URL(url)
  const options = {
    port,
    hostname,
    method: recorded.method,
    path: fill(recorded.url),
    headers: {
      ...Object.fromEntries(headers.map(([name, value]) => [name, fill(value)])),
      ...(recorded.method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}),
    },
  }
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        const isJson = String(response.headers['content-type']).includes('json')
        const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({
          text,
          status: response.statusCode ?? 0,
          headers: new Headers(answered as [string, string][]),
          body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
        })
      })
    })
    sent.on('error', reject)
    sent.end(recorded.method === 'POST' ? body : undefined)
  })
}
