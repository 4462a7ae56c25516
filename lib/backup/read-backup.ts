import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import {
  endMark,
  format,
  headSchema,
  manifestSchema,
  sha256Of,
  startTableSum,
  type Head,
  type Manifest,
} from './backup-format.ts'
import { readTar, type TarEntry } from './tar.ts'

export type Backup = {
  readonly head: Head
  readonly manifest: Manifest
  readonly secrets: Readonly<Record<string, string>>
}

/** Takes the rows of a table and asks for the next part when it has taken one. */
type TakeTable = (table: Head['tables'][number], parts: AsyncIterable<Buffer>) => Promise<void>

/**
 * Reads a backup once from its beginning to its end, hands over the rows, and checks them against the manifest, which
 * stands last: until this returns, nothing that was handed over is to be believed.
 * @throws LaunchError when the file cannot be read, is damaged, or of a later format, or when `signal` ends the reading
 */
export async function readBackup(
  file: string,
  take: TakeTable = passOver,
  signal?: AbortSignal,
): Promise<Backup> {
  const entries = openEntries(file, signal)
  try {
    return await readEntries(entries, take)
  } catch (error) {
    if (signal?.aborted === true) throw new LaunchError('Stopped; nothing was changed.', { cause: error })
    if (error instanceof ForeignFailure) throw error.cause
    if (error instanceof LaunchError) throw error
    const said = error instanceof Error ? error.message : String(error)
    const reason = said.replace(/\p{Cc}+/gu, ' ') // it may quote the file
    const isAbsent = error instanceof Error && 'syscall' in error
    throw new LaunchError(
      isAbsent
        ? `${file} cannot be read: ${reason}`
        : `${file} is damaged or no backup of Skylark: ${reason}.`,
      { cause: error },
    )
  } finally {
    await entries.return(undefined)
  }
}

async function* openEntries(file: string, signal: AbortSignal | undefined): AsyncGenerator<TarEntry> {
  const packed = createReadStream(file, { end: await findEnd(file) })
  const bytes = createZstdDecompress()
  packed.once('error', (error) => bytes.destroy(error))
  try {
    for await (const entry of readTar(packed.pipe(bytes) as Transform & AsyncIterable<Buffer>)) {
      signal?.throwIfAborted()
      yield entry
    }
  } finally {
    packed.destroy()
    bytes.destroy()
  }
}

/** The place of the last byte before the end mark. */
async function findEnd(file: string): Promise<number> {
  await using opened = await open(file)
  const { size } = await opened.stat()
  const start = size - endMark.length
  const { buffer } = await opened.read({ buffer: Buffer.alloc(endMark.length), position: Math.max(start, 0) })
  if (start < 1 || !buffer.equals(endMark)) throw new Error('it ends too early')
  return start - 1
}

async function readEntries(entries: AsyncGenerator<TarEntry>, take: TakeTable): Promise<Backup> {
  const reading = lookAhead(entries)
  const first = await reading.take('head.json')
  const head = parseHead(first)
  const tables: Manifest['tables'] = []
  for (const table of head.tables) {
    const sum = startTableSum(table.name)
    await take(table, reading.parts(`tables/${table.name}/`, sum.add)).catch((error: unknown) => {
      throw reading.failure ?? new ForeignFailure('', { cause: error })
    })
    tables.push(sum.end())
  }
  const secrets: Record<string, string> = {}
  while (reading.next?.name.startsWith('secrets/') === true) {
    const { name } = reading.next
    secrets[name.slice('secrets/'.length)] = (await reading.take(name)).toString('utf8')
  }
  const manifest = manifestSchema.parse(JSON.parse((await reading.take('manifest.json')).toString('utf8')))
  const found = {
    head: sha256Of(first),
    tables,
    parted: manifest.parted,
    sequences: manifest.sequences,
    secrets: Object.entries(secrets).map(([name, text]) => ({ name, sha256: sha256Of(Buffer.from(text)) })),
  }
  if (reading.next !== null) throw new Error('something stands behind its manifest')
  if (JSON.stringify(found) !== JSON.stringify(manifest))
    throw new Error('its rows are not those of its manifest')
  return { head, manifest, secrets }
}

/** An error of the taker, which says nothing against the file. */
class ForeignFailure extends Error {}

/** The entries one by one, the next of them known. */
function lookAhead(entries: AsyncGenerator<TarEntry>) {
  const reading = {
    next: null as TarEntry | null,
    /** Why the file could not be read further. */
    failure: null as Error | null,
    async step(): Promise<void> {
      try {
        const { value, done } = await entries.next()
        reading.next = done === true ? null : value
      } catch (error) {
        reading.failure = error instanceof Error ? error : new Error(String(error))
        throw reading.failure
      }
    },
    async take(name: string): Promise<Buffer> {
      if (reading.next === null) await reading.step()
      if (reading.next?.name !== name) throw new Error(`it has no ${name} where one must be`)
      const { content } = reading.next
      await reading.step()
      return content
    },
    async *parts(prefix: string, see: (part: Buffer) => void): AsyncGenerator<Buffer> {
      for (let number = 1; reading.next?.name === `${prefix}${number}`; number++) {
        const { content } = reading.next
        see(content)
        yield content
        await reading.step()
      }
    },
  }
  return reading
}

function parseHead(content: Buffer): Head {
  const value: unknown = JSON.parse(content.toString('utf8'))
  const head = headSchema.parse(value)
  if (head.format > format)
    throw new LaunchError(
      `The backup was made by a newer Skylark (${head.skylark}). Restore it with that one or a later one.`,
    )
  return head
}

const passOver: TakeTable = async (_table, parts) => {
  for await (const part of parts) void part
}
