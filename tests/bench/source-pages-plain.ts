import type { Statement } from './recorded-sql.ts'

/** The rows that the answers of a source's page and of one's sources are made of, each by a plain query. */
export function plainOf(reader: string) {
  const of =
    (text: string) =>
    (sourceId: number): Statement => ({ text, values: [sourceId] })
  const ofReader = (text: string) => (): Statement => ({ text, values: [reader] })
  const since = (days: number) => `p."foundAt" > now() - interval '${days} days'`
  return {
    source: of('SELECT * FROM "source" WHERE "id" = $1'),
    delays: (days: number) =>
      of(`SELECT p."publishedAt", p."foundAt" FROM "posting" p WHERE p."sourceId" = $1 AND ${since(days)}`),
    polls: of('SELECT * FROM "poll" WHERE "sourceId" = $1 ORDER BY "finishedAt" DESC LIMIT 20'),
    memory: of('SELECT * FROM "price_memory" WHERE "sourceId" = $1'),
    sources: ofReader(
      'SELECT s.* FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE u."subscriberId" = $1 LIMIT 50',
    ),
  }
}
