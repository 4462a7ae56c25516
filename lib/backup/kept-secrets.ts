import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#lib/runtime/config.ts'
import { makeDataFolder } from '#lib/launch/postgres/data-folder.ts'
import { putSecret } from '#lib/launch/postgres/secrets.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

/** Files of DATA_DIR, and the variable that stands before each. Of PostgreSQL's password each data folder has its own. */
const kept = { 'auth-secret': 'AUTH_SECRET', 'push-key': 'PUSH_KEY' } as const

type Place = Pick<Config, 'dataDir' | 'authSecret' | 'pushKey'>

/**
 * The secrets in force, by file.
 * @throws LaunchError when one is not known here, as where a server of another machine keeps it: nobody would miss it before the restore
 */
export function readSecrets(config: Place): Record<string, string> {
  const secrets: Record<string, string> = {}
  for (const file of Object.keys(kept) as (keyof typeof kept)[]) {
    const secret = secretOf(config, file)
    if (secret === null || secret === '')
      throw new LaunchError(
        `${kept[file]} is not known here, so the backup would lack it. Set ${kept[file]}, or DATA_DIR to the server's folder.`,
      )
    secrets[file] = secret
  }
  return secrets
}

/** @throws LaunchError when another secret is in force here, which would leave what the backup's sealed shut */
export function refuseOtherSecrets(config: Place, secrets: Readonly<Record<string, string>>): void {
  for (const file of Object.keys(kept) as (keyof typeof kept)[]) {
    const ours = secretOf(config, file)
    if (ours === null || secrets[file] === undefined || ours === secrets[file]) continue
    throw new LaunchError(
      `${kept[file]} here is not the backup's. Remove ${path.join(config.dataDir, file)} or the variable ${kept[file]}, ` +
        'or pass --without-secrets and keep the one that is here.',
    )
  }
}

/**
 * Makes DATA_DIR where secrets of the backup have to be kept there, and only then: who restores need not be who runs the server.
 * @throws LaunchError when it cannot be made or written to
 */
export function makePlaceForSecrets(config: Place, secrets: Readonly<Record<string, string>>): void {
  if (missingHere(config, secrets).length > 0) makeDataFolder(config.dataDir)
}

/**
 * Puts the secrets where the next start finds them.
 * @throws LaunchError when a server that was started meanwhile has made its own
 */
export function writeSecrets(config: Place, secrets: Readonly<Record<string, string>>): void {
  for (const [file, secret] of missingHere(config, secrets))
    putSecret(path.join(config.dataDir, file), secret)
  refuseOtherSecrets(config, secrets)
}

/** The backup's secrets in whose place none is in force here, by file. */
function missingHere(config: Place, secrets: Readonly<Record<string, string>>): readonly [string, string][] {
  return (Object.keys(kept) as (keyof typeof kept)[]).flatMap((file) => {
    const secret = secrets[file]
    return secret === undefined || secretOf(config, file) !== null ? [] : [[file, secret] as [string, string]]
  })
}

function secretOf(config: Place, file: keyof typeof kept): string | null {
  const given = file === 'auth-secret' ? config.authSecret : config.pushKey
  const place = path.join(config.dataDir, file)
  return given ?? (existsSync(place) ? readFileSync(place, 'utf8').trim() : null)
}
