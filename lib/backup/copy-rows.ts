import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Enough that a part costs little beside its rows, and few enough that memory stays flat. */
const partBytes = 4 * 1024 * 1024

/** The answer to `COPY … TO STDOUT` in parts, of which the last may be small; the server waits while nobody asks for the next part. */
export async function* copyOut(client: pg.Client, statement: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of client.query(to(statement)) as AsyncIterable<Buffer>) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}

/** Hands parts of rows to `COPY … FROM STDIN` and returns how many rows the server took. */
export async function copyIn(
  client: pg.Client,
  statement: string,
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<number> {
  const taking = client.query(from(statement))
  await pipeline(Readable.from(parts), taking)
  return taking.rowCount
}
