import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listsInvariants } from './verify-lists.ts'
import { outboxInvariants } from './verify-outbox.ts'
import { pollInvariants } from './verify-polls.ts'
import { postingInvariants } from './verify-postings.ts'
import type { Invariant, VerifyMoment } from './invariant.ts'

export type Verified = {
  readonly name: string
  readonly broken: number
  /** The first of what breaks it. */
  readonly examples: readonly string[]
}

const mostExamples = 5

/**
 * Looks whether a database keeps its promises, all of them in one snapshot that can write nothing: it may be at work
 * meanwhile. Each statement reads its tables once or by an index.
 */
export async function verifyDatabase(database: Database, moment: VerifyMoment): Promise<Verified[]> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SET TRANSACTION READ ONLY`
      // Joins of whole tables, which do not fit into what is right for pages; compiling them takes longer than they do.
      await transaction.$executeRaw`SET LOCAL work_mem = '128MB'`
      await transaction.$executeRaw`SET LOCAL jit = off`
      const invariants = [
        ...postingInvariants,
        ...pollInvariants(moment),
        ...listsInvariants,
        ...outboxInvariants(moment),
        ...(await sequenceInvariants(transaction)),
      ]
      const verified: Verified[] = []
      for (const invariant of invariants) verified.push(await verifyOne(transaction, invariant))
      return verified
    },
    { isolationLevel: 'RepeatableRead', timeout: 3_600_000 },
  )
}

async function verifyOne(transaction: Transaction, { name, broken }: Invariant): Promise<Verified> {
  const [row] = await transaction.$queryRaw<{ broken: number; examples: string[] | null }[]>`
    SELECT count(*)::int AS "broken", (array_agg(b."what"::text))[1:${mostExamples}::int] AS "examples" FROM (${broken}) b`
  return { name, broken: row?.broken ?? 0, examples: row?.examples ?? [] }
}

/**
 * Every sequence is ahead of the column that it numbers: otherwise the next row cannot be stored. One that is not called yet gives its
 * value itself, not the one after it.
 */
async function sequenceInvariants(transaction: Transaction): Promise<Invariant[]> {
  const columns = await transaction.$queryRaw<{ table: string; column: string; sequence: string }[]>`
    SELECT c."relname" AS "table", a."attname" AS "column", q."relname" AS "sequence"
    FROM pg_class q JOIN pg_depend d ON d."objid" = q."oid" AND d."classid" = 'pg_class'::regclass AND d."deptype" IN ('a', 'i')
    JOIN pg_class c ON c."oid" = d."refobjid" JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" = d."refobjsubid"
    WHERE q."relkind" = 'S' AND c."relkind" IN ('r', 'p') AND q."relnamespace" = current_schema()::regnamespace ORDER BY 1`
  const identifier = (name: string) => Prisma.raw(`"${name.replaceAll('"', '""')}"`)
  const behind = columns.map(
    ({ table, column, sequence }) => Prisma.sql`
      SELECT ${sequence}::text AS "what" FROM ${identifier(sequence)} q
      WHERE q."last_value" + q."is_called"::int <= (SELECT max(${identifier(column)}) FROM ${identifier(table)})`,
  )
  return [
    {
      name: 'sequences are ahead of the ids they gave',
      broken: Prisma.join(behind, ' UNION ALL '),
    },
    {
      name: 'indexes and constraints are valid',
      broken: Prisma.sql`
        SELECT "indexrelid"::regclass::text AS "what" FROM pg_index JOIN pg_class c ON c."oid" = "indexrelid"
        WHERE c."relnamespace" = current_schema()::regnamespace AND NOT ("indisvalid" AND "indisready")
        UNION ALL SELECT "conname" FROM pg_constraint
        WHERE "connamespace" = current_schema()::regnamespace AND NOT "convalidated"`,
    },
  ]
}
