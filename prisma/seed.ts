import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { authSettings } from '#lib/auth/sign-in/auth.ts'
import { createUser, UserError } from '#lib/auth/accounts/manage-users.ts'
import { config } from '#lib/runtime/config.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { findAccountByEmail } from '#lib/store/accounts/accounts.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { findStems, type Stems } from '#lib/store/search/search-stems.ts'
import { foldedWordsOf } from '#lib/search/words.ts'
import { drawOrder, shareOut } from './seed-plan.ts'
import { withoutIndexes } from './seed-indexes.ts'
import { makePosting, type SeedPosting, type SeedSource } from './seed-rows.ts'
import { makeLanguages, type SeedLanguage } from './seed-texts.ts'
import {
  finish,
  firstFreeId,
  lockTables,
  makeSources,
  refuseFilled,
  storePostings,
  subscribeAll,
} from './seed-writes.ts'

const usage = `Usage: npm run seed -- --sources N --postings N [--subscriptions N --unread N --user E-MAIL] [--days N] [--force]
  Fills an empty database with made-up sources and postings in seven languages, the newest found just now.
  --user         subscribes this account, which is made when it is missing; its password is printed
  --unread       how many of its postings are unread
  --days         over how many days the postings are spread (100)
  --force        fills a database that has postings, too
  It is one transaction: whoever else wants postings waits for its end.`

/** Postings in one statement. */
const batch = 2000
const dayMs = 86_400_000

type Options = ReturnType<typeof readOptions>

/** `npm run seed`: a database of a given size, for trials and benchmarks; the same each time but for the times. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const { databaseUrl } = config()
  if (databaseUrl === null) throw new UserError('DATABASE_URL is not set.')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await refuseFilled(client, options.force)
    const userId = options.user === null ? null : await findOrMakeUser(databaseUrl, options.user)
    await client.query('BEGIN') // all or nothing: an interrupted seed leaves what was there, indexes too
    await lockTables(client)
    await refuseFilled(client, options.force)
    const words = await seed(client, options, userId, databaseUrl)
    await finish(client, words)
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE')
    tell(`done in ${Math.round(performance.now() / 1000)} s`)
  } finally {
    await client.end()
  }
}

/** @returns the words of which the postings are made */
async function seed(
  client: pg.Client,
  options: Options,
  userId: string | null,
  url: string,
): Promise<string[]> {
  const random = seededRandom(1)
  const languages = makeLanguages(random, options.postings)
  const stems = await stemsOf(languages, url)
  const shares = shareOut(options, random)
  const sources = await makeSources(client, { count: options.sources, languages, random, now: Date.now() })
  tell(`${sources.length} sources`)
  const order = drawOrder(shares.postings, random)
  const idsBySource = sources.slice(0, options.subscriptions).map((): number[] => [])
  const firstId = await firstFreeId(client)
  await withoutIndexes(client, async () => {
    const startAt = Date.now() - options.days * dayMs
    let rows: SeedPosting[] = []
    let writing: Promise<void> = Promise.resolve()
    for (const [index, sourceIndex] of order.entries()) {
      const source: SeedSource | undefined = sources[sourceIndex]
      if (source === undefined) throw new RangeError(`no source ${sourceIndex}`)
      const shownAt = new Date(startAt + Math.floor(((index + 1) / order.length) * options.days * dayMs))
      idsBySource[sourceIndex]?.push(firstId + index)
      rows.push(makePosting({ id: firstId + index, shownAt }, source, stems, random))
      if (rows.length < batch && index + 1 < order.length) continue
      await writing // while the database stores one batch, the next is made
      writing = storePostings(client, rows)
      rows = []
      if ((index + 1) % 100_000 < 1) tell(`${index + 1} postings`)
    }
    await writing
    tell(`${order.length} postings; making their indexes`)
  })
  if (userId !== null) await subscribeAll(client, userId, sources, idsBySource, shares.unread)
  return languages
    .flatMap(({ words }) => words.flatMap((word) => foldedWordsOf(word)))
    .map(({ text }) => text)
}

async function stemsOf(languages: readonly SeedLanguage[], url: string): Promise<Stems> {
  const database = openDatabase(url, { maxConnections: 1 })
  try {
    return await findStems(
      database,
      languages.flatMap(({ code, words }) =>
        words.flatMap((word) => foldedWordsOf(word)).map(({ text }) => ({ word: text, language: code })),
      ),
    )
  } finally {
    await database.$disconnect()
  }
}

async function findOrMakeUser(url: string, email: string): Promise<string> {
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    const known = await findAccountByEmail(database, email)
    if (known !== null) return known.id
    const password = randomBytes(9).toString('base64url')
    await createUser(database, authSettings(), {
      email,
      password,
      name: null,
      isAdmin: false,
      tokenName: null,
    })
    const made = await findAccountByEmail(database, email)
    if (made === null) throw new UserError(`The account ${email} could not be made.`)
    tell(`made the account ${email} with the password ${password}`)
    return made.id
  } finally {
    await database.$disconnect()
  }
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const known = {
    sources: text,
    postings: text,
    subscriptions: text,
    unread: text,
    user: text,
    days: text,
    force: flag,
  }
  let values
  try {
    ;({ values } = parseArgs({ args, options: known, strict: true }))
  } catch {
    throw new UserError(usage)
  }
  const count = (name: 'sources' | 'postings' | 'subscriptions' | 'unread' | 'days', otherwise: number) => {
    const given = values[name] ?? String(otherwise)
    if (!/^\d{1,8}$/.test(given)) throw new UserError(`--${name} must be a number.\n${usage}`)
    return Number(given)
  }
  const options = {
    ...{ sources: count('sources', 0), postings: count('postings', 0), days: count('days', 100) },
    ...{ subscriptions: count('subscriptions', 0), unread: count('unread', 0) },
    ...{ user: values.user ?? null, force: values.force },
  }
  const { sources, postings, subscriptions, unread, user, days } = options
  if (sources < 1 || days < 1 || subscriptions > sources || unread > postings) throw new UserError(usage)
  if ((user === null) !== (subscriptions === 0) || (unread > 0 && user === null)) throw new UserError(usage)
  return options
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(
    error instanceof UserError ? `${error.message}\n` : `The seed failed: ${String(error)}\n`,
  )
  process.exitCode = 1
}
