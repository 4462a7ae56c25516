import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { ask, type Answered } from '#tests/support/api/ask.ts'

/** Answers of Miniflux are lists as well as objects. */
type MinifluxAnswer = Omit<Answered, 'body'> & { readonly body: unknown }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Sends a request below the server's address as a client does. */
export type MinifluxClient = (method: Method, path: string, data?: unknown) => Promise<MinifluxAnswer>

/** Requests as Miniflux's client in Go sends them (client/request.go): the key in a header of its own, each body as JSON. */
export function goClient(url: string, token: string): MinifluxClient {
  const headers = {
    'user-agent': 'Miniflux Client Library',
    'content-type': 'application/json',
    accept: 'application/json',
    'x-auth-token': token,
  }
  return (method, path, data) => send(url, path, { method, headers, ...bodyOf(data) })
}

/** Requests as Miniflux's client in Python sends them (miniflux.py): HTTP Basic, JSON without a type. */
export function pythonClient(url: string, login: string, password: string): MinifluxClient {
  const headers = {
    'user-agent': 'Miniflux Python Client Library',
    'accept-encoding': 'gzip, deflate',
    accept: '*/*',
    connection: 'keep-alive',
    authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
  }
  return async (method, path, data) => {
    const { body } = bodyOf(data)
    // A body of bytes has no type of its own.
    return send(url, path, { method, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) })
  }
}

/** An app password of a reader, which such clients have in their settings. */
export async function minifluxPassword(database: Database, subscriberId: string): Promise<string> {
  const owner = await database.user.findUniqueOrThrow({ where: { id: subscriberId } })
  return (await createAppPassword(database, owner, 'Miniflux', false)).token
}

function bodyOf(data: unknown): { readonly body?: string } {
  if (data === undefined) return {}
  return { body: typeof data === 'string' ? data : JSON.stringify(data) }
}

async function send(url: string, path: string, options: RequestInit): Promise<MinifluxAnswer> {
  const { text, ...answer } = await ask(`${url}${path}`, options)
  return { ...answer, text }
}
