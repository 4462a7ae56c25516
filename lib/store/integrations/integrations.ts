import type { z } from 'zod'
import {
  secretFields,
  services,
  serviceOf,
  type IntegrationField,
  type IntegrationKind,
  type IntegrationRequest,
} from '#lib/api/integrations/integration-fields.ts'
import {
  integrationRequest,
  mostIntegrations,
  type IntegrationChange,
  type IntegrationItem,
} from '#lib/api/integrations/integrations.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { authSecret } from '#lib/store/outputs/output-feeds.ts'
import { seal, unseal } from '#lib/store/connection/sealed-secrets.ts'

const purpose = 'integration'

/** The part of an integration that is no secret. */
type OpenConfig = { readonly url?: string; readonly username?: string; readonly clientId?: string }
/** `pausedAt`: since when its owner has to confirm it (end-listening.ts). Each change writes the rest anew. */
type StoredConfig = OpenConfig & { readonly pausedAt?: string }
/** Why it cannot be used. */
export type Unusable = 'locked' | 'paused'

export type StoredIntegration = {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly config: unknown
  readonly secretSealed: string
  readonly createdAt: Date
  readonly lastSentAt: Date | null
}

/** A subscriber's integrations, by name. */
export async function listIntegrations(database: Database, subscriberId: string): Promise<IntegrationItem[]> {
  const rows = await database.integration.findMany({
    where: { subscriberId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toItem)
}

export async function createIntegration(
  database: Database,
  subscriberId: string,
  request: IntegrationRequest,
  now: number,
): Promise<IntegrationItem | 'too-many'> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`skylark integrations ${subscriberId}`}, 0))`
    if ((await transaction.integration.count({ where: { subscriberId } })) >= mostIntegrations)
      return 'too-many'
    const data = { ...columnsOf(request), subscriberId, createdAt: new Date(now) }
    return toItem(await transaction.integration.create({ data }))
  })
}

/** One whose secrets are not known: it sends nothing before they are given by a change. */
export async function createLockedIntegration(
  database: Database,
  subscriberId: string,
  { kind, name, url, username, clientId }: Pick<IntegrationItem, 'kind' | 'name' | keyof OpenConfig>,
  now: number,
): Promise<void> {
  const config = Object.fromEntries(
    Object.entries({ url, username, clientId }).filter(([, value]) => value !== null),
  )
  const data = { kind, name, config, host: hostOf(kind, url ?? undefined), secretSealed: '' }
  await database.integration.create({ data: { ...data, subscriberId, createdAt: new Date(now) } })
}

/** The field that a change names and the kind does not have, or that it needs besides. */
export type IntegrationRefusal = {
  readonly refused: 'not-of-kind' | 'needed'
  readonly field: IntegrationField
}

/**
 * Changes what is given; it is no longer paused, and what waits is tried again at once. At another server the secrets have to be given with it: nobody
 * who may change an integration gets to know them by sending them elsewhere.
 */
export async function changeIntegration(
  database: Database,
  subscriberId: string,
  id: number,
  change: IntegrationChange,
  now: number,
): Promise<IntegrationItem | IntegrationRefusal | 'not-found'> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`
      SELECT FROM "integration" WHERE "id" = ${id} AND "subscriberId" = ${subscriberId} FOR UPDATE`
    const row = await transaction.integration.findFirst({ where: { id, subscriberId } })
    if (row === null) return 'not-found'
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const refusal = refusalOf(row, change)
    if (refusal !== null) return refusal
    const before = { kind: row.kind, name: row.name, ...openOf(row), ...secretsOf(row) }
    const whole = integrationRequest.safeParse({ ...before, ...given })
    // Of one that came from a file something may be missing, or be what no form takes.
    if (!whole.success) return { refused: 'needed', field: fieldOf(whole.error) }
    const data = columnsOf(whole.data)
    const changed = await transaction.integration.update({ where: { id }, data })
    await transaction.integrationSend.updateMany({
      where: { integrationId: id, state: 'waiting' },
      data: { dueAt: new Date(now) },
    })
    return toItem(changed)
  })
}

const allFields = [...new Set(Object.values(services).flatMap(({ fields }) => fields))]

function refusalOf(row: StoredIntegration, change: IntegrationChange): IntegrationRefusal | null {
  const { fields } = serviceOf(kindOf(row))
  const odd = allFields.find((field) => change[field] !== undefined && !fields.includes(field))
  if (odd !== undefined) return { refused: 'not-of-kind', field: odd }
  const goesElsewhere = change.url !== undefined && originOf(change.url) !== originOf(openOf(row).url)
  if (!goesElsewhere && secretsOf(row) !== null) return null
  const missing = secretFields.find((field) => fields.includes(field) && change[field] === undefined)
  return missing === undefined ? null : { refused: 'needed', field: missing }
}

function fieldOf({ issues }: z.ZodError): IntegrationField {
  return allFields.find((field) => issues[0]?.path[0] === field) ?? 'url'
}

function originOf(url: string | undefined): string | null {
  return URL.parse(url ?? '')?.origin ?? null
}

/** The messages that wait for it go with it; rules that name it do nothing by it. False when the subscriber has none with that id. */
export async function deleteIntegration(
  database: Database,
  subscriberId: string,
  id: number,
): Promise<boolean> {
  const { count } = await database.integration.deleteMany({ where: { id, subscriberId } })
  return count === 1
}

/** An integration with its secrets, to be used; `locked`: they were sealed under another AUTH_SECRET; `paused`: its owner has to confirm it. */
export async function findIntegration(
  database: Database,
  subscriberId: string,
  id: number,
): Promise<IntegrationRequest | Unusable | null> {
  const row = await database.integration.findFirst({ where: { id, subscriberId } })
  return row === null ? null : accountOf(row)
}

/** `locked`, too, where what is stored is none of ours: it has to be given again. */
export function accountOf(
  row: Pick<StoredIntegration, 'name' | 'kind' | 'config' | 'secretSealed'>,
): IntegrationRequest | Unusable {
  if (isPaused(row)) return 'paused'
  const secrets = secretsOf(row)
  if (secrets === null) return 'locked'
  const parsed = integrationRequest.safeParse({ kind: row.kind, name: row.name, ...openOf(row), ...secrets })
  return parsed.success ? parsed.data : 'locked'
}

function columnsOf({ kind, name, ...fields }: IntegrationRequest) {
  const given = Object.entries(fields)
  const isSecret = ([field]: readonly [string, string]) => (secretFields as readonly string[]).includes(field)
  const config: OpenConfig = Object.fromEntries(given.filter((field) => !isSecret(field)))
  const secrets = JSON.stringify(Object.fromEntries(given.filter(isSecret)))
  return {
    kind,
    name,
    config,
    host: hostOf(kind, config.url),
    secretSealed: seal(secrets, authSecret(), purpose),
  }
}

function hostOf(kind: IntegrationKind, url: string | undefined): string {
  return serviceOf(kind).host ?? URL.parse(url ?? '')?.host ?? ''
}

function secretsOf({ secretSealed }: Pick<StoredIntegration, 'secretSealed'>): object | null {
  const text = unseal(secretSealed, authSecret(), purpose)
  return text === null ? null : (JSON.parse(text) as object)
}

function openOf({ config }: Pick<StoredIntegration, 'config'>): OpenConfig {
  const { url, username, clientId } = config as StoredConfig // written by columnsOf
  const given = Object.entries({ url, username, clientId }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

function isPaused({ config }: Pick<StoredIntegration, 'config'>): boolean {
  return (config as StoredConfig).pausedAt !== undefined
}

function kindOf({ kind }: Pick<StoredIntegration, 'kind'>): IntegrationKind {
  return kind as IntegrationKind // written by columnsOf
}

function toItem(row: StoredIntegration): IntegrationItem {
  const { url, username, clientId } = openOf(row)
  return {
    id: row.id,
    kind: kindOf(row),
    name: row.name,
    url: url ?? null,
    username: username ?? null,
    clientId: clientId ?? null,
    isLocked: secretsOf(row) === null,
    isPaused: isPaused(row),
    createdAt: row.createdAt.toISOString(),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
  }
}
