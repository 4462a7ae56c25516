import { PrismaPg } from '@prisma/adapter-pg'
import { beginDatabaseWork } from '#lib/runtime/database-work.ts'
import { endingSilence } from './end-silence.ts'
import { PrismaClient } from '#lib/store/generated/client.ts'
import { createStatementNames } from './statement-names.ts'

/** The database as every function of this folder takes it: the client, or a transaction of it. */
export type Database = PrismaClient

/** Only what `$transaction` gives. The client itself does not fit, so that nobody writes past the transaction by mistake. */
export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
> & { readonly $connect?: never }

type ConnectionFigures = { readonly total: number; readonly idle: number; readonly waiting: number }

const pools = new WeakMap<Database, CountedPg>()

export type DatabaseOptions = {
  readonly maxConnections?: number
  /** Whether connections keep the plans of statements that are asked again and again (statement-names.ts); default: no. */
  readonly keepsPlans?: boolean
  /** Whether all connections end where the database is there no more but says nothing (end-silence.ts); default: no. */
  readonly endsSilence?: boolean
  /** Whether work is noted for the request under way (`lib/runtime/database-work.ts`); default: no. */
  readonly notesWork?: boolean
}

/** Opens a pool of connections; close it with `$disconnect()`. `url` is a postgresql:// address. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { maxConnections = 10, keepsPlans = false, endsSilence = false, notesWork = false } = options
  const naming = keepsPlans ? { statementNameGenerator: createStatementNames() } : {}
  const isAwaited = (): boolean => adapter.isAwaited()
  const sockets = endsSilence ? { stream: endingSilence(url, isAwaited) } : {}
  const pool = { connectionString: url, max: maxConnections, ...sockets }
  const adapter: CountedPg = new CountedPg(pool, naming, notesWork)
  // All connections or the machine may be busy. Then somebody who waits is better served than one who is refused after Prisma's two
  // seconds, or whose work is thrown away after its five.
  const database = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 30_000 } })
  pools.set(database, adapter)
  return database
}

/** Connections of a database's pool, those of them without work, and statements that wait for one. */
export function connectionFigures(database: Database): ConnectionFigures {
  return pools.get(database)?.figures() ?? { total: 0, idle: 0, waiting: 0 }
}

type Connected = Awaited<ReturnType<PrismaPg['connect']>>
type PgTransaction = Awaited<ReturnType<Connected['startTransaction']>>
type PoolConfig = ConstructorParameters<typeof PrismaPg>[0]
type Naming = NonNullable<ConstructorParameters<typeof PrismaPg>[1]>

/** Prisma's adapter, which otherwise tells nobody of its pool. */
class CountedPg extends PrismaPg {
  private latest: Connected | null = null
  private readonly notesWork: boolean

  constructor(pool: PoolConfig, naming: Naming, notesWork: boolean) {
    super(pool, naming)
    this.notesWork = notesWork
  }

  override async connect() {
    const connected = await super.connect()
    const begin = connected.startTransaction.bind(connected)
    connected.startTransaction = async (isolationLevel) => oneByOne(await begin(isolationLevel))
    if (this.notesWork) noteWork(connected)
    this.latest = connected
    return connected
  }

  figures(): ConnectionFigures {
    const pool = this.latest?.underlyingDriver()
    return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
  }

  /** Whether somebody waits for a connection or holds one. */
  isAwaited(): boolean {
    const { total, idle, waiting } = this.figures()
    return total > idle || waiting > 0
  }
}

/** Notes what the database does for the request under way: statements, and transactions as long as they hold their connection. */
function noteWork(connected: Connected): void {
  const [query, execute, start] = [
    connected.queryRaw.bind(connected),
    connected.executeRaw.bind(connected),
    connected.startTransaction.bind(connected),
  ]
  connected.queryRaw = async (asked) => {
    const end = await beginDatabaseWork()
    return query(asked).finally(end)
  }
  connected.executeRaw = async (asked) => {
    const end = await beginDatabaseWork()
    return execute(asked).finally(end)
  }
  connected.startTransaction = async (level) => {
    const end = await beginDatabaseWork()
    const started = await start(level).catch((error: unknown) => {
      end()
      throw error
    })
    const [commit, rollback] = [started.commit.bind(started), started.rollback.bind(started)]
    started.commit = () => commit().finally(end)
    started.rollback = () => rollback().finally(end)
    return started
  }
}

/**
 * The statements of a transaction, one after the other. Prisma asks at once for all parts of a nested read, but a
 * connection takes one statement at a time: pg warns in the terminal, and its next version refuses.
 */
function oneByOne(transaction: PgTransaction): PgTransaction {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn =
    <Query, Answer>(ask: (query: Query) => Promise<Answer>) =>
    (query: Query) => {
      const answer = last.then(() => ask(query))
      last = answer.catch(() => undefined) // the one that asked is told
      return answer
    }
  transaction.queryRaw = inTurn(transaction.queryRaw.bind(transaction))
  transaction.executeRaw = inTurn(transaction.executeRaw.bind(transaction))
  return transaction
}
