import type { MessageKey } from '#lib/words/areas.ts'

// Apart from the contract, so that browsers need not load what checks it.

export type IntegrationField = 'url' | 'username' | 'clientId' | 'token' | 'password' | 'clientSecret'

/** The fields that are never told again. */
export const secretFields = ['token', 'password', 'clientSecret'] as const

type DeclaredService = {
  /** As it calls itself. */
  readonly name: string
  /** All that it has to be given, in the order in which it is asked for. Without `url` it is at one host for everybody. */
  readonly fields: readonly IntegrationField[]
  readonly host?: string
  /** Those of the fields that may be empty. */
  readonly mayLack?: readonly IntegrationField[]
  /** Tells where its fields are found. */
  readonly hint?: MessageKey<'integrations'>
}

/** The services that postings are sent to. The contract, the form and the export follow from these. */
export const services = {
  readwise: { name: 'Readwise Reader', fields: ['token'], host: 'readwise.io', hint: 'hintReadwise' },
  instapaper: {
    name: 'Instapaper',
    fields: ['username', 'password'],
    host: 'www.instapaper.com',
    mayLack: ['password'],
    hint: 'hintInstapaper',
  },
  wallabag: {
    name: 'Wallabag',
    fields: ['url', 'clientId', 'clientSecret', 'username', 'password'],
    hint: 'hintWallabag',
  },
  linkding: { name: 'Linkding', fields: ['url', 'token'], hint: 'hintLinkding' },
  karakeep: { name: 'Karakeep', fields: ['url', 'token'], hint: 'hintKarakeep' },
} as const satisfies Readonly<Record<string, DeclaredService>>

type Services = typeof services
export type IntegrationKind = keyof Services
export const integrationKinds = Object.keys(services) as IntegrationKind[]

/** An account at a service, with all that the service has to be given. */
export type IntegrationRequest = {
  [Kind in IntegrationKind]: {
    [Name in 'kind' | 'name' | Services[Kind]['fields'][number]]: Name extends 'kind' ? Kind : string
  }
}[IntegrationKind]

export function serviceOf(kind: IntegrationKind): DeclaredService {
  return services[kind]
}
