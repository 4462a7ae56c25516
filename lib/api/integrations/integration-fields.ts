import type { IntegrationChange, IntegrationKind } from './integrations.ts'

// Apart from the contract, so that browsers need not load what checks it.

export type IntegrationField = Exclude<keyof IntegrationChange, 'name'>

/** The fields that each service has to be given, in the order in which it is asked for. */
export const integrationFields: Readonly<Record<IntegrationKind, readonly IntegrationField[]>> = {
  readwise: ['token'],
  instapaper: ['username', 'password'],
  wallabag: ['url', 'clientId', 'clientSecret', 'username', 'password'],
  linkding: ['url', 'token'],
  karakeep: ['url', 'token'],
}

/** The fields that are never told again. */
export const secretFields = ['token', 'password', 'clientSecret'] as const

/** The names that they call themselves. */
export const serviceNames: Readonly<Record<IntegrationKind, string>> = {
  readwise: 'Readwise Reader',
  instapaper: 'Instapaper',
  wallabag: 'Wallabag',
  linkding: 'Linkding',
  karakeep: 'Karakeep',
}

/** Messages of lib/words/en/integrations.json: where each service says what it has to be given. */
export const serviceHints = {
  readwise: 'hintReadwise',
  instapaper: 'hintInstapaper',
  wallabag: 'hintWallabag',
  linkding: 'hintLinkding',
  karakeep: 'hintKarakeep',
} as const satisfies Readonly<Record<IntegrationKind, string>>
