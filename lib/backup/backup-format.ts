import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a tar archive packed by Zstandard (`tar --zstd -xf FILE`), in this order: `head.json`; per table
 * `tables/NAME/1`, `2`, …, its rows as `COPY … TO` writes them as text; `secrets/NAME`, where they were asked for; and
 * `manifest.json`, by which the rest is checked. A file without its last part is a damaged one.
 */
export const format = 1

/** Stands last, as a frame that Zstandard skips: a file that was cut has no such end. */
export const endMark = Buffer.from('\x50\x2a\x4d\x18\x08\x00\x00\x00skylark\n', 'latin1')

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** It is printed where something is wrong with it, and holds nothing that a terminal would obey. */
const name = z.string().regex(/^[\w"-]+$/)
/** The bound of a part, as SQL says it; an id may be beyond what JSON's numbers hold. */
const bound = z.string().regex(/^(-?\d+|MINVALUE|MAXVALUE)$/)
const part = z.object({ name, from: bound, to: bound })
export const partedSchema = z.array(z.object({ name, parts: z.array(part) }))
const count = z.number().int().nonnegative()

export const headSchema = z.object({
  format: z.number(),
  /** Versions of what made it, for people. */
  skylark: z.string().regex(/^[\w.+-]+$/),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  /** The migrations that made the schema of the rows, in the order of applying. */
  migrations: z.array(z.object({ name, checksum: sha256 })),
  tables: z.array(z.object({ name, columns: z.array(name) })),
})

export const manifestSchema = z.object({
  head: sha256,
  tables: z.array(z.object({ name, rows: count, bytes: count, sha256 })),
  /** The tables that are kept in parts; their rows stand together. Backups of before there were any do not say. */
  parted: partedSchema.default([]),
  /** `value` as text: it may be beyond what JSON's numbers hold. */
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  secrets: z.array(z.object({ name, sha256 })),
})

export type Head = z.infer<typeof headSchema>
export type Manifest = z.infer<typeof manifestSchema>
type TableSum = Manifest['tables'][number]

/** Of one server's transactions, which mean nothing in another: who was connected asks for everything anew. */
export const leftOut: readonly string[] = ['_prisma_migrations', 'event']

/** Sums up the parts of a table. In COPY's text each row ends by a line feed, and none stands inside of one. */
export function startTableSum(table: string) {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  return {
    name: table,
    add: (part: Buffer): void => {
      hash.update(part)
      bytes += part.length
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows++
    },
    end: (): TableSum => ({ name: table, rows, bytes, sha256: hash.digest('hex') }),
  }
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
