import { once } from 'node:events'
import pg from 'pg'

/** The connection of `pg` for COPY; its types leave it out. */
type CopyConnection = pg.Connection & {
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
  readonly sendCopyFail: (reason: string) => void
}

/** Enough that a part costs little beside its rows, and few enough that memory stays flat. */
const partBytes = 4 * 1024 * 1024

/** The answer to `COPY … TO STDOUT` in parts of whole rows; the server waits while nobody asks for the next part. */
export async function* copyOut(client: pg.Client, statement: string): AsyncGenerator<Buffer> {
  const copying = client.query(new CopyOut(statement))
  for (;;) {
    const part = await copying.next()
    if (part === null) return
    yield part
  }
}

class CopyOut implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | null = null
  #rows: Buffer[] = []
  #bytes = 0
  #failure: Error | null = null
  #isDone = false
  #wake = () => {}

  constructor(statement: string) {
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  /** Null when all was given. */
  async next(): Promise<Buffer | null> {
    while (this.#bytes < partBytes && !this.#isDone && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        this.#connection?.stream.resume()
      })
    }
    if (this.#failure !== null) throw this.#failure
    if (this.#bytes === 0) return null
    const part = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    return part
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#rows.push(Buffer.from(chunk)) // a copy: `pg` writes the next message over it
    this.#bytes += chunk.length
    if (this.#bytes < partBytes) return
    this.#connection?.stream.pause()
    this.#wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#isDone = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#failure = error
    this.#wake()
  }
}

/** Hands parts of rows to `COPY … FROM STDIN` and returns how many rows the server took. */
export function copyIn(
  client: pg.Client,
  statement: string,
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<number> {
  return client.query(new CopyIn(statement, parts)).taken
}

class CopyIn implements pg.Submittable {
  readonly taken: Promise<number>
  readonly #statement: string
  readonly #parts: AsyncIterable<Buffer> | Iterable<Buffer>
  /** Ends the waiting for a server that reads no more. */
  readonly #ended = new AbortController()
  #rows = 0
  /** Why there are no more parts, which says more than the server's "COPY failed". */
  #cause: Error | null = null
  #resolve: (rows: number) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(statement: string, parts: AsyncIterable<Buffer> | Iterable<Buffer>) {
    this.#statement = statement
    this.#parts = parts
    this.taken = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const part of this.#parts) {
        if (this.#ended.signal.aborted) return
        connection.sendCopyFromChunk(part)
        if (connection.stream.writableNeedDrain)
          await once(connection.stream, 'drain', { signal: this.#ended.signal })
      }
      if (!this.#ended.signal.aborted) connection.endCopyFrom()
    } catch (error) {
      if (this.#ended.signal.aborted) return // the server's reason is told already
      this.#cause = error instanceof Error ? error : new Error(String(error))
      connection.sendCopyFail('the rows could not be read')
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#ended.abort()
    this.#reject(this.#cause ?? error)
  }
}
