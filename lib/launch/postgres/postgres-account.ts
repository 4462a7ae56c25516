import { execFileSync, spawnSync } from 'node:child_process'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { programEnvironment } from '#lib/runtime/config.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The account that runs PostgreSQL, which refuses to run as root. */
export type PostgresAccount = {
  /** Null: the user of this process. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
  /** Turns a command into one that runs as that account. */
  readonly wrap: (command: string, args: readonly string[]) => readonly [string, readonly string[]]
}

const ownAccount: PostgresAccount = { owner: null, wrap: (command, args) => [command, args] }

/**
 * Chooses the account: our own, or for root the system user "postgres", which is made where it is missing.
 * Where that user may not enter the folders on the way (a checkout below /root), it gets the one capability to do so.
 * @throws LaunchError when root has no way to become another user here
 */
export function choosePostgresAccount(binaries: PostgresBinaries, dataParent: string): PostgresAccount {
  if (process.getuid?.() !== 0) return ownAccount
  const owner = findOrMakeUser()
  const attempts = [[], ['dac_read_search'], ['dac_override']].map((capabilities) =>
    asUser(owner, capabilities),
  )
  for (const account of attempts) {
    const [command, args] = account.wrap('/bin/sh', [
      '-c',
      '"$1" --version && cd "$2"',
      'sh',
      binaries.postgres,
      dataParent,
    ])
    const options = { stdio: 'ignore', cwd: '/', env: programEnvironment() } as const
    if (spawnSync(command, args, options).status === 0) return account
  }
  throw new LaunchError(
    `PostgreSQL does not run as root, and its user "postgres" cannot enter ${dataParent} or the folder of Skylark. ` +
      'Move them (for example below /srv), start Skylark as another user, or set DATABASE_URL.',
  )
}

function asUser(owner: { uid: number; gid: number }, capabilities: readonly string[]): PostgresAccount {
  // access(2), by which initdb looks for its parts, heeds capabilities only with no_setuid_fixup.
  const granted = capabilities.flatMap((name) => [
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${name}`,
    `--ambient-caps=-all,+${name}`,
  ])
  const prefix = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', ...granted]
  return { owner, wrap: (command, args) => ['setpriv', [...prefix, command, ...args]] }
}

function findOrMakeUser(): { uid: number; gid: number } {
  const found = findUser()
  if (found !== null) return found
  spawnSync('groupadd', ['--system', 'postgres'], { stdio: 'ignore' })
  spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'], { stdio: 'ignore' })
  const made = findUser()
  if (made !== null) return made
  throw new LaunchError(
    'PostgreSQL does not run as root, and the user "postgres" could not be made. Start Skylark as another user, ' +
      'or set DATABASE_URL.',
  )
}

function findUser(): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null // `id` fails when there is no such user
  }
}
