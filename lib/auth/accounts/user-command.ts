import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { config, ConfigError } from '#lib/runtime/config.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { listAccounts } from '#lib/store/accounts/accounts.ts'
import { authSettings } from '#lib/auth/sign-in/auth.ts'
import {
  createUser,
  limit,
  promote,
  remove,
  resetLink,
  setPassword,
  switchOffSecondFactor,
  unlock,
  UserError,
} from './manage-users.ts'

const usage = `Usage: npm run --silent user -- <command>
  create --email <address> --password - [--name <name>] [--admin] [--token <name of a new API token>]
  set-password --email <address> --password -
  password --email <address>                a link for a new password, once, within an hour
  second-step-off --email <address>         for somebody who lost the phone and the recovery codes
  make-admin --email <address>
  unlock --email <address>
  limit --email <address> [--subscriptions <number, or - for the server's>] [--stored-mb <number, or ->]
  delete --email <address>                  the account and all that is its own
  list
With --password - the password is typed, or read from standard input.`

/** Standard input, output and error of a command. */
type Streams = {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable
}

/**
 * `npm run user`: accounts from the command line. Standard output holds results alone (the new token; the list), errors
 * are one line on standard error.
 * @returns the exit code: 0, or 1 after an error
 */
export async function runUserCommand(args: readonly string[], streams: Streams): Promise<0 | 1> {
  try {
    const { command, options } = parse(args)
    if (command === 'help') streams.stdout.write(`${usage}\n`)
    else await withDatabase((database) => run(database, command, options, streams))
    return 0
  } catch (error) {
    const known = error instanceof UserError || error instanceof ConfigError
    streams.stderr.write(known ? `${error.message}\n` : `The command failed: ${String(error)}\n`)
    return 1
  }
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const { databaseUrl } = config()
  if (databaseUrl === null) throw new UserError('DATABASE_URL is not set.')
  const database = openDatabase(databaseUrl, { maxConnections: 2 })
  try {
    await work(database)
  } finally {
    await database.$disconnect()
  }
}

async function run(database: Database, command: Command, options: Options, streams: Streams): Promise<void> {
  const print = (line: string) => void streams.stdout.write(`${line}\n`)
  switch (command) {
    case 'create': {
      const token = await createUser(database, authSettings(), {
        email: required(options, 'email'),
        password: await readPassword(options, streams),
        name: options.name ?? null,
        isAdmin: options.admin ?? false,
        tokenName: options.token ?? null,
      })
      return token === null ? undefined : print(token)
    }
    case 'set-password':
      return setPassword(
        database,
        authSettings(),
        required(options, 'email'),
        await readPassword(options, streams),
      )
    case 'password':
      return print(await resetLink(database, required(options, 'email')))
    case 'second-step-off':
      return switchOffSecondFactor(database, required(options, 'email'))
    case 'make-admin':
      return promote(database, required(options, 'email'))
    case 'unlock':
      return unlock(database, required(options, 'email'))
    case 'limit':
      if (options.subscriptions === undefined && options['stored-mb'] === undefined)
        throw new UserError('--subscriptions or --stored-mb is missing.')
      return limit(database, required(options, 'email'), {
        maxSubscriptions: numberOf(options.subscriptions),
        maxStoredMb: numberOf(options['stored-mb']),
      })
    case 'delete':
      return remove(database, required(options, 'email'))
    case 'list':
      for (const { email, role, name } of await listAccounts(database)) print(`${email}\t${role}\t${name}`)
      return
    default:
      return command satisfies never
  }
}

const text = { type: 'string' } as const
const known = {
  email: text,
  password: text,
  name: text,
  admin: { type: 'boolean' },
  token: text,
  subscriptions: text,
  'stored-mb': text,
} as const

/** The options of each command. */
const allowed = {
  create: ['email', 'password', 'name', 'admin', 'token'],
  'set-password': ['email', 'password'],
  password: ['email'],
  'second-step-off': ['email'],
  'make-admin': ['email'],
  unlock: ['email'],
  limit: ['email', 'subscriptions', 'stored-mb'],
  delete: ['email'],
  list: [],
} as const satisfies Record<string, readonly (keyof typeof known)[]>
type Command = keyof typeof allowed
type Options = {
  readonly email?: string
  readonly password?: string
  readonly name?: string
  readonly admin?: boolean
  readonly token?: string
  readonly subscriptions?: string
  readonly 'stored-mb'?: string
}

/** Undefined: not given; null: as the server's configuration says. */
function numberOf(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '-') return text === undefined ? undefined : null
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UserError(`"${text}" is no number from 1 to 9999999.`)
  return Number(text)
}

function parse(args: readonly string[]): { command: Command | 'help'; options: Options } {
  const [command, ...rest] = args
  if (command === undefined || command === 'help' || command === '--help')
    return { command: 'help', options: {} }
  if (!isCommand(command))
    throw new UserError(`Unknown command "${command}". Commands: ${Object.keys(allowed).join(', ')}.`)
  const options = parseOptions(rest)
  const names: readonly string[] = allowed[command]
  const other = Object.keys(options).find((name) => !names.includes(name))
  if (other !== undefined) throw new UserError(`"${command}" has no option --${other}.`)
  return { command, options }
}

function parseOptions(args: string[]): Options {
  try {
    return parseArgs({ args, options: known, strict: true }).values
  } catch (error) {
    // Node's first sentence says what is wrong; the rest explains how to pass positional arguments.
    throw new UserError(
      error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error),
    )
  }
}

function isCommand(command: string): command is Command {
  return Object.hasOwn(allowed, command)
}

function required(options: Options, name: 'email' | 'password'): string {
  const value = options[name]
  if (value === undefined || value === '') throw new UserError(`--${name} is missing.`)
  return value
}

/** The next line of standard input. None is taken from the arguments, which other users of the machine see, and which the shell remembers. */
async function readPassword(options: Options, { stdin, stderr }: Streams): Promise<string> {
  if (required(options, 'password') !== '-')
    throw new UserError(
      'Others on this machine see a password among arguments: give "--password -" and type it, or send it by standard input.',
    )
  const isTyped = stdin.isTTY === true
  if (isTyped) stderr.write('Password: ')
  // As a terminal without an output, nothing that is typed is shown.
  const lines = createInterface({ input: stdin, terminal: isTyped })
  const line = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(null))
  })
  lines.close()
  stdin.pause() // a terminal that is listened to keeps the process
  if (isTyped) stderr.write('\n')
  if (line !== null) return line
  throw new UserError('Standard input holds no password.')
}

if (import.meta.main) process.exitCode = await runUserCommand(process.argv.slice(2), process)
