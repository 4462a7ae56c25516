import { execFile } from 'node:child_process'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runUserCommand } from '#lib/auth/accounts/user-command.ts'
import { resetPassword } from '#lib/auth/accounts/password-reset.ts'
import { findTokenAccess } from '#lib/auth/identity/tokens.ts'
import { goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

/** A password among the words is sent by standard input, as it has to be. */
const user = (...args: string[]) => {
  const at = args.indexOf('--password') + 1
  return at === 0 ? userWith('', ...args) : userWith(`${args[at]}\n`, ...args.with(at, '-'))
}

/** With words on its standard input. */
async function userWith(input: string, ...args: string[]) {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const code = await runUserCommand(args, { stdin: Readable.from([input]), stdout, stderr })
  return { stdout: await text(stdout.end()), stderr: await text(stderr.end()), code }
}

test('a password that is typed at a terminal is not shown there', async () => {
  const modes: boolean[] = []
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  })
  terminal.write(`${goodPassword}\r`)
  const stderr = new PassThrough()
  const args = ['create', '--email', 'typed@example.org', '--password', '-']
  expect(await runUserCommand(args, { stdin: terminal, stdout: new PassThrough(), stderr })).toBe(0)
  expect(await text(stderr.end())).toBe('Password: \n')
  expect(modes).toEqual([true, false])
  expect(terminal.isPaused()).toBe(true)
  const signIn = await postAuth('/sign-in/email', { email: 'typed@example.org', password: goodPassword })
  expect(signIn.status).toBe(200)
  await database.user.delete({ where: { email: 'typed@example.org' } })
})

test('as a program of its own it prints its result and ends by itself', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'lib/auth/accounts/user-command.ts',
    'list',
  ])
  expect(stdout).toBe('')
  const refused = promisify(execFile)(process.execPath, ['lib/auth/accounts/user-command.ts', 'destroy'])
  await expect(refused).rejects.toMatchObject({ code: 1, stdout: '' })
})

test('create makes an account that can sign in, and prints its token alone', async () => {
  const made = await user('create', '--email', 'Op@example.org', '--password', goodPassword, '--token', 'cli')
  expect(made).toMatchObject({ stderr: '', code: 0 })
  expect(made.stdout).toMatch(/^sky_[\w-]{43}\n$/)
  expect((await findTokenAccess(database, made.stdout.trim()))?.subscriber).toMatchObject({
    email: 'op@example.org',
    name: 'Op',
    role: 'admin',
  })
  expect(await database.session.count()).toBe(0)
  const signIn = await postAuth('/sign-in/email', { email: 'op@example.org', password: goodPassword })
  expect(signIn.status).toBe(200)
})

test('without --token it prints nothing; it works while sign-up is closed', async () => {
  await database.serverSettings.upsert({
    where: { id: 1 },
    create: { signUp: 'closed' },
    update: { signUp: 'closed' },
  })
  const made = await user('create', '--email', 'two@example.org', '--password', goodPassword, '--name', 'Two')
  expect(made).toEqual({ stdout: '', stderr: '', code: 0 })
  const admin = await user('create', '--admin', '--email', 'three@example.org', '--password', goodPassword)
  expect(admin.code).toBe(0)
  expect((await user('list')).stdout).toBe(
    'op@example.org\tadmin\tOp\ntwo@example.org\tsubscriber\tTwo\nthree@example.org\tadmin\tthree\n',
  )
})

test('password prints a link that sets a new password once, second-step-off helps who lost the phone', async () => {
  const printed = await user('password', '--email', 'two@example.org')
  expect(printed).toMatchObject({ stderr: '', code: 0 })
  const token = /^http:\/\/localhost:3000\/reset-password#([\w-]{43})\n$/.exec(printed.stdout)?.[1] ?? ''
  const { id: userId } = await database.user.findFirstOrThrow({ where: { email: 'two@example.org' } })
  await database.secondFactor.create({ data: { userId, secret: 'lost', confirmedAt: new Date() } })
  expect(await user('second-step-off', '--email', 'two@example.org')).toEqual({
    stdout: '',
    stderr: '',
    code: 0,
  })
  const again = await user('second-step-off', '--email', 'two@example.org')
  expect(again.stderr).toBe('two@example.org signs in without a second step.\n')
  await resetPassword(database, { token, password: 'another good one' }, null, new Date())
  const body = { email: 'two@example.org', password: 'another good one' }
  expect(await (await postAuth('/sign-in/email', body)).json()).toMatchObject({ user: { email: body.email } })
  const refused = resetPassword(database, { token, password: 'a third good one' }, null, new Date())
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  [
    ['create', '--email', 'op@example.org', '--password', goodPassword],
    /already an account for op@example\.org/,
  ],
  [['create', '--email', 'new@example.org', '--password', 'ninechars'], /at least 10 characters/],
  [['create', '--email', 'new@example.org', '--password', 'password12'], /easy to guess/],
  [['set-password', '--email', 'op@example.org', '--password', 'password12'], /easy to guess/],
  [['create', '--email', 'nobody', '--password', goodPassword], /"nobody" is not an e-mail address/],
  [['create', '--email', 'new@example.org'], /--password is missing/],
  [
    ['create', '--email', 'new@example.org', '--password', goodPassword, '--token', ''],
    /1 to 100 characters/,
  ],
  [
    ['create', '--email', 'new@example.org', '--password', goodPassword, '--token', '  '],
    /1 to 100 characters/,
  ],
  [
    ['create', '--email', 'new@example.org', '--password', goodPassword, '--token', 'x'.repeat(101)],
    /The name of a token must have 1 to 100 characters/,
  ],
  [
    ['create', '--email', 'new@example.org', '--password', goodPassword, '--name', ''],
    /name: must have 1 to 100/,
  ],
  [
    ['create', '--email', 'new@example.org', '--password', goodPassword, '--name', 'x'.repeat(101)],
    /name: must have 1 to 100/,
  ],
  [['create', '--email', 'new@example.org', '--colour', 'red'], /Unknown option '--colour'/],
  [['list', '--email', 'new@example.org'], /"list" has no option --email/],
  [['limit', '--email', 'op@example.org'], /--subscriptions or --stored-mb is missing/],
  [['make-admin', '--email', 'new@example.org'], /no account for new@example\.org/],
  [['destroy'], /Unknown command "destroy"/],
])('%j says in one line what is wrong', async (args, reason) => {
  const failed = await user(...args)
  expect(failed).toMatchObject({ stdout: '', code: 1 })
  expect(failed.stderr).toMatch(reason)
  expect(failed.stderr.trim().split('\n')).toHaveLength(1)
  expect(await database.user.count({ where: { email: 'new@example.org' } })).toBe(0)
})

test('set-password replaces the password and ends sessions', async () => {
  await postAuth('/sign-in/email', { email: 'two@example.org', password: goodPassword })
  const changed = await user('set-password', '--email', 'two@example.org', '--password', 'a brand new one')
  expect(changed).toEqual({ stdout: '', stderr: '', code: 0 })
  expect(await database.session.count({ where: { user: { email: 'two@example.org' } } })).toBe(0)
  const signIn = (password: string) => postAuth('/sign-in/email', { email: 'two@example.org', password })
  expect((await signIn(goodPassword)).status).toBe(401)
  expect((await signIn('a brand new one')).status).toBe(200)
})

test('make-admin gives the rights of an admin', async () => {
  expect((await user('make-admin', '--email', 'two@example.org')).code).toBe(0)
  const two = await database.user.findUnique({ where: { email: 'two@example.org' } })
  expect(two?.role).toBe('admin')
})

test('a password is read from standard input; among the arguments, where all users of the machine see it, it is refused', async () => {
  const set = ['set-password', '--email', 'two@example.org', '--password', '-'] as const
  for (const shown of [['--password', 'a good one that shows'], ['--password=a good one that shows']]) {
    const refused = await userWith('', ...set.slice(0, 3), ...shown)
    expect(refused).toMatchObject({ stderr: expect.stringContaining('--password -'), code: 1 })
  }
  expect(await userWith('', ...set)).toMatchObject({ stderr: 'Standard input holds no password.\n', code: 1 })
  expect(await userWith('a typed good one\n', ...set)).toEqual({ stdout: '', stderr: '', code: 0 })
  const signIn = await postAuth('/sign-in/email', { email: 'two@example.org', password: 'a typed good one' })
  expect(signIn.status).toBe(200)
})

test('unlock lets an account in again', async () => {
  await database.user.update({ where: { email: 'two@example.org' }, data: { banned: true } })
  expect((await user('unlock', '--email', 'two@example.org')).code).toBe(0)
  const signIn = await postAuth('/sign-in/email', { email: 'two@example.org', password: 'a typed good one' })
  expect(signIn.status).toBe(200)
})
